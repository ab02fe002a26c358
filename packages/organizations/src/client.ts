import { createClient, toPlatform, type CallOptions, type Client, type Platform, type ServiceOptions } from '@platform-sdk/core';
import { checkInput } from '@platform-sdk/core/contract';
import * as contract from './contract/index.ts';
import type { OrganizationInviteInput, OrganizationInviteResult } from './types.ts';

/** Organizations with their members, invitations and credentials. */
export interface OrganizationsClient extends Client<typeof contract> {
  /** Invites an e-mail address, or adds the user if the address already has an account. `outcome` names which of the two happened. */
  invite(input: OrganizationInviteInput, options?: CallOptions): Promise<OrganizationInviteResult>;
}

/** Creates the client of the organizations service. */
export const createOrganizationsClient = (platformOrOptions: Platform | ServiceOptions): OrganizationsClient => {
  const client = createClient({ name: 'organizations', base: 'organizations' }, contract, toPlatform(platformOrOptions, 'organizations'));

  return {
    ...client,
    async invite(input, options) {
      const { organizationId, email, orgRole, role, ...unknown } = { ...input };
      const addition = { organizationId, email, role, ...unknown };
      checkInput('organizations.invite', contract.members.add, addition);
      try {
        return { outcome: 'invited', invitation: await client.invitations.create({ organizationId, email, orgRole }, options) };
      } catch (refusal) {
        // Few programs invite, so the others do not load this code.
        const { addInvited } = await import('./add-invited.ts').catch(() => {
          throw refusal;
        });
        return addInvited(refusal, () => client.members.add(addition, options));
      }
    },
  };
};
