import type { Permission } from '@platform-sdk/core';
import type { usePermission } from '@platform-sdk/react';
import { expectTypeOf, it } from 'vitest';

it('usePermission suggests the documented permissions, and accepts other permissions', () => {
  expectTypeOf<Parameters<typeof usePermission>[1]>().toEqualTypeOf<Permission>();
  expectTypeOf<'project.create' | 'organization.manageSettings' | 'another'>().toExtend<Permission>();
  expectTypeOf<Permission>().not.toEqualTypeOf<string>();
});
