import {
  createClient,
  toPlatform,
  type CallOptions,
  type Client,
  type Platform,
  type ServiceOptions,
  type WithIncluded,
} from '@platform-sdk/core';
import { checkInput } from '@platform-sdk/core/contract';
import * as contract from './contract/index.ts';
import type {
  Organization,
  OrganizationGetInput,
  OrganizationInclude,
  OrganizationInviteInput,
  OrganizationInviteResult,
} from './types.ts';

/** Organizations with their members, invitations and credentials. */
export interface OrganizationsClient extends Omit<Client<typeof contract>, 'get'> {
  /** Returns one organization. A response is cached for five minutes; `forceRefresh` bypasses the cache. The included resources are arrays, which may be empty. */
  get<const Include extends readonly OrganizationInclude[]>(
    input: Omit<OrganizationGetInput, 'include'> & { include: Include },
    options?: CallOptions,
  ): Promise<WithIncluded<Organization, Include>>;
  /** Returns one organization. A response is cached for five minutes; `forceRefresh` bypasses the cache. */
  get(input: OrganizationGetInput, options?: CallOptions): Promise<Organization>;
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
