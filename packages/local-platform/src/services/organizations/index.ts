import * as contract from '@platform-sdk/organizations/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules/index.ts';

export const organizations: LocalService<typeof contract> = { name: 'organizations', base: 'organizations', contract, rules, assumptions };
