import type { CallOptions, Client, Platform, ServiceOptions, WithIncluded } from '@platform-sdk/core';
import { createClient, toPlatform, checkInput, isPlatformError, PlatformError, withCombined } from '@platform-sdk/core/internal';
import * as contract from './contract/index.ts';
import { isRedirectToAddMemberError } from './errors.ts';
import type {
  Organization,
  OrganizationGetInput,
  OrganizationInclude,
  OrganizationInvitationRole,
  OrganizationInviteInput,
  OrganizationInviteResult,
  OrganizationMemberAddResult,
  OrganizationRole,
} from './types.ts';

/** Declares an overload of `get`. The result contains an array, which may be empty, for each name in `include`. */
interface GetOrganization {
  <const Include extends readonly OrganizationInclude[]>(
    input: Omit<OrganizationGetInput, 'include'> & { include: Include },
    options?: CallOptions,
  ): Promise<WithIncluded<Organization, Include>>;
}

/** Manages organizations, their members and their invitations, and lists their credentials. */
export interface OrganizationsClient extends Omit<Client<typeof contract>, 'get'> {
  /** Returns one organization. A response is cached for five minutes; `forceRefresh` bypasses the cache. */
  readonly get: GetOrganization & Client<typeof contract>['get'];
  /** Invites an e-mail address, or adds the user if the address already has an account. `outcome` is `invited` or `added`. */
  invite(input: OrganizationInviteInput, options?: CallOptions): Promise<OrganizationInviteResult>;
}

/** Creates the client of the organizations service. */
export const createOrganizationsClient = (platformOrOptions: Platform | ServiceOptions): OrganizationsClient => {
  const platform = toPlatform(platformOrOptions, 'organizations');
  const client = createClient({ name: 'organizations', base: 'organizations' }, contract, platform);
  const { invitations, members } = client;

  const invite: OrganizationsClient['invite'] = async (input, options) => {
    const { orgRole, role, ...given } = { ...input };
    const invitation = { ...given, orgRole: orgRole ?? inCase<OrganizationInvitationRole>(role, 'toLowerCase') };
    const addition = { ...given, role: role ?? inCase<OrganizationRole>(orgRole, 'toUpperCase') };
    // The first check that fails names the field in the error. The field must be the role that the caller set.
    if (role === undefined) checkInput('organizations.invite', contract.invitations.create, invitation);
    checkInput('organizations.invite', contract.members.add, addition);
    try {
      return { outcome: 'invited', invitation: await invitations.create(invitation, options) };
    } catch (refusal) {
      return addInvited(refusal, () => members.add(addition, options));
    }
  };

  const get = client.get as OrganizationsClient['get'];
  return { ...client, get, invite: withCombined('organizations.invite', invite, platform, [invitations.create, members.add]) };
};

/** Converts a role between upper and lower case. The input check rejects any other value. */
const inCase = <Role extends string>(role: string | undefined, convert: 'toLowerCase' | 'toUpperCase'): Role =>
  (typeof role === 'string' ? role[convert]() : role) as Role;

/** Adds a user whose invitation failed because the e-mail address already has an account. Rethrows any other failure. */
const addInvited = async (
  refusal: unknown,
  add: () => Promise<OrganizationMemberAddResult | undefined>,
): Promise<OrganizationInviteResult> => {
  if (!isRedirectToAddMemberError(refusal)) throw refusal;
  try {
    return { outcome: 'added', member: await add() };
  } catch (failure) {
    if (!isPlatformError(failure)) throw failure;
    const { kind, message, ...details } = failure;
    throw new PlatformError(kind, `${message} This followed the rejection of the invitation: ${refusal.message}`, details, {
      cause: refusal,
    });
  }
};
