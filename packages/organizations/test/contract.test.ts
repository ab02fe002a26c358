import * as contract from '@platform-sdk/organizations/contract';
import { describe, expect, it } from 'vitest';

describe('contract of organizations', () => {
  it('marks no name as undocumented that the API specification shows in the request', () => {
    expect(contract.members.add.undocumented).not.toHaveProperty(['data.attributes.email']);
    expect(contract.members.add.undocumented).not.toHaveProperty(['data.attributes.role']);
    expect(contract.invitations.create.undocumented).not.toHaveProperty(['data.attributes.orgRole']);
    expect(contract.invitations.list.undocumented).toHaveProperty(['data.attributes.orgRole'], 'convention');
  });

  it('documents the status and code of a rejected invitation', () => {
    expect(contract.invitations.create.errors).toEqual([403, 422, 'redirect_to_add_member']);
  });
});
