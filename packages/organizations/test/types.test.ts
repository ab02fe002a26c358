import type {
  OrganizationInvitationRole,
  OrganizationInviteResult,
  OrganizationInvitation,
  OrganizationMember,
  Organization,
  OrganizationsClient,
  OrganizationRole,
} from '@platform-sdk/organizations';
import * as contract from '@platform-sdk/organizations/contract';
import { mock } from '@platform-sdk/core/testing';
import { expectTypeOf, it } from 'vitest';
import { baseUrl } from './fixtures.ts';

declare const organizations: OrganizationsClient;

it('OrganizationsClient returns organizations, members and invitations with their types', () => {
  expectTypeOf<OrganizationsClient['list']>().returns.resolves.toEqualTypeOf<Organization[]>();
  expectTypeOf<OrganizationsClient['get']>().returns.resolves.toEqualTypeOf<Organization>();
  expectTypeOf<OrganizationsClient['members']['list']>().returns.resolves.toEqualTypeOf<OrganizationMember[]>();
  expectTypeOf<OrganizationsClient['invitations']['create']>().returns.resolves.toEqualTypeOf<OrganizationInvitation | undefined>();
  expectTypeOf<OrganizationsClient['invite']>().returns.resolves.toEqualTypeOf<OrganizationInviteResult>();
});

it('OrganizationsClient distinguishes the roles of members and invitations', () => {
  expectTypeOf<OrganizationRole>().not.toExtend<OrganizationInvitationRole>();
  expectTypeOf<'VIEWER'>().not.toExtend<OrganizationInvitationRole>();
  expectTypeOf<'viewer'>().not.toExtend<OrganizationRole>();
  // @ts-expect-error invitations have lower-case roles
  expectTypeOf(() => organizations.invitations.create({ organizationId: 'o', email: 'e', orgRole: 'VIEWER' })).toBeFunction();
  // @ts-expect-error members have upper-case roles
  expectTypeOf(() => organizations.members.add({ organizationId: 'o', email: 'e', role: 'viewer' })).toBeFunction();
  // @ts-expect-error members have upper-case roles
  expectTypeOf(() => organizations.members.updateRole({ organizationId: 'o', userId: 'u', role: 'admin' })).toBeFunction();
  expectTypeOf(() => organizations.invite({ organizationId: 'o', email: 'e', orgRole: 'viewer' })).toBeFunction();
  expectTypeOf(() => organizations.invite({ organizationId: 'o', email: 'e', role: 'VIEWER' })).toBeFunction();
  // @ts-expect-error an invitation needs a role
  expectTypeOf(() => organizations.invite({ organizationId: 'o', email: 'e' })).toBeFunction();
});

it('OrganizationsClient rejects invalid inputs at compile time', () => {
  // @ts-expect-error the id is missing
  expectTypeOf(() => organizations.get({})).toBeFunction();
  // @ts-expect-error a name of include is unknown
  expectTypeOf(() => organizations.get({ organizationId: 'o', include: ['members'] })).toBeFunction();
  // @ts-expect-error the field is called organizationId
  expectTypeOf(() => organizations.members.list({ id: 'o' })).toBeFunction();
});

it('mock rejects an invalid response at compile time', () => {
  // @ts-expect-error an organization has a name
  expectTypeOf(() => mock(contract.get, baseUrl, () => ({ id: 'org-1' }))).toBeFunction();
  // @ts-expect-error the response of a list is an array
  expectTypeOf(() => mock(contract.list, baseUrl, () => ({ id: 'org-1', name: 'A' }))).toBeFunction();
  // @ts-expect-error active is a boolean
  expectTypeOf(() => mock(contract.agentPasses.list, baseUrl, () => [{ id: 'pass-1', title: 'A', active: 'yes' }])).toBeFunction();
});
