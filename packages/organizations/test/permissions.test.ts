import { can } from '@platform-sdk/organizations';
import { describe, expect, it } from 'vitest';

const organization = (permissions?: unknown) => ({
  id: 'org-1',
  name: 'A',
  ...(permissions !== undefined && { meta: { can: permissions } }),
});

describe('can', () => {
  it.each([true, false])('reads %s from nested objects', (granted) => {
    expect(can(organization({ project: { create: granted } }), 'project.create')).toBe(granted);
  });

  it.each([true, false])('reads %s from dotted keys', (granted) => {
    expect(can(organization({ 'project.create': granted }), 'project.create')).toBe(granted);
  });

  it('reads nested and dotted permissions from one object', () => {
    const mixed = organization({ 'project.create': false, organization: { manageSettings: true } });
    expect([can(mixed, 'project.create'), can(mixed, 'organization.manageSettings')]).toEqual([false, true]);
  });

  it('reads permissions beyond the API specification', () => {
    expect(can(organization({ billing: { invoices: { read: true } } }), 'billing.invoices.read')).toBe(true);
    expect(can(organization({ export: true }), 'export')).toBe(true);
  });

  it.each([
    ['no meta', undefined],
    ['an empty map', {}],
    ['another permission', { project: { remove: true } }],
    ['a group without members', { project: true }],
    ['null', null],
    ['a list', ['project.create']],
    ['a string', 'project.create'],
    ['a value that is not a boolean', { project: { create: 'yes' } }],
    ['null for a known group', { project: null }],
  ])('returns undefined for a permission that is absent: %s', (_, permissions) => {
    expect(can(organization(permissions), 'project.create')).toBeUndefined();
  });

  it.each(['toString', 'constructor.name', '__proto__.polluted', 'project.hasOwnProperty', ''])(
    'ignores inherited properties: %j',
    (permission) => {
      expect(can(organization({ project: { create: true } }), permission)).toBeUndefined();
    },
  );
});
