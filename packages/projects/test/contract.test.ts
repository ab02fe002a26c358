import * as contract from '@platform-sdk/projects/contract';
import { describe, expect, it } from 'vitest';

describe('contract of projects', () => {
  it('assigns one confidence to all undocumented names of add_user', () => {
    expect(contract.members.add.undocumented).toMatchObject({
      'data.attributes.email': 'assumed',
      'data.attributes.role': 'assumed',
      'data.attributes.orgRole': 'assumed',
    });
  });

  it('assigns one confidence to the undocumented names of a model provider and its key', () => {
    const names = ['adapter', 'baseURL', 'createdAt', 'updatedAt'].map((name) => [`data.attributes.${name}`, 'convention']);
    expect(contract.llmApiKeys.create.undocumented).toMatchObject(Object.fromEntries(names) as object);
  });

  it('documents the status and code of a rejected invitation', () => {
    expect(contract.invitations.create.errors).toEqual([422, 'redirect_to_add_member']);
  });
});
