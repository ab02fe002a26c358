import { can } from '@platform-sdk/organizations';
import { expect, it } from 'vitest';

const organization = (permissions?: unknown) => ({
  id: 'org-1',
  name: 'A',
  ...(permissions !== undefined && { meta: { can: permissions } }),
});

it.each([true, false])('can() returns %s for a permission in nested objects', (granted) => {
  expect(can(organization({ project: { create: granted } }), 'project.create')).toBe(granted);
});

it.each([true, false])('can() returns %s for a permission with a dotted key', (granted) => {
  expect(can(organization({ 'project.create': granted }), 'project.create')).toBe(granted);
});

it('can() reads nested and dotted permissions from one object', () => {
  const mixed = organization({ 'project.create': false, organization: { manageSettings: true } });
  expect([can(mixed, 'project.create'), can(mixed, 'organization.manageSettings')]).toEqual([false, true]);
});

it('can() reads permissions beyond the API specification', () => {
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
])('can() returns undefined for a missing permission: %s', (_, permissions) => {
  expect(can(organization(permissions), 'project.create')).toBeUndefined();
});

it.each(['toString', 'constructor.name', '__proto__.polluted', 'project.hasOwnProperty', ''])(
  'can() ignores inherited properties: %j',
  (permission) => {
    expect(can(organization({ project: { create: true } }), permission)).toBeUndefined();
  },
);
