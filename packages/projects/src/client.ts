import type { CallOptions, Client, Platform, ProjectKeys, ServiceOptions, WithIncluded } from '@platform-sdk/core';
import { createClient, toPlatform, checkFields, inputError, withCombined, withOperationsOf } from '@platform-sdk/core/internal';
import * as contract from './contract/index.ts';
import type {
  Project,
  ProjectGetInput,
  ProjectInclude,
  ProjectMemberAddResult,
  ProjectAddUserResult,
  ProjectReference,
  ProjectMemberAddInput,
} from './types.ts';
import { PROJECT_ROLES } from './values.ts';

/** Declares an overload of `get`. The result contains an array, which may be empty, for each name in `include`. */
interface GetProject {
  <const Include extends readonly ProjectInclude[]>(
    input: Omit<ProjectGetInput, 'include'> & { include: Include },
    options?: CallOptions,
  ): Promise<WithIncluded<Project, Include>>;
}

/** Manages projects with their keys, members, invitations and access. */
export interface ProjectsClient extends Omit<Client<typeof contract>, 'get'> {
  /** Returns one project, with the resources of `include`. With `secret`, `meta.secrets` contains the project's key pair. */
  readonly get: GetProject & Client<typeof contract>['get'];
  /**
   * Adds a user. The service invites an unknown e-mail address instead. The result's `outcome` is `added` or `invited`, or
   * `added-or-invited` if the response does not show which. The `orgRole` must be at least as high as `role`. If `project_only` is
   * false, `orgRole` defaults to `role`, the lowest role that the service accepts.
   */
  addUser(input: ProjectMemberAddInput, options?: CallOptions): Promise<ProjectAddUserResult>;
  /**
   * Returns the project's key pair for its analytics. The pair is cached in memory for at most five minutes. Removing the project,
   * changing its keys, or signing out discards the pair.
   */
  keyPair(input: ProjectReference, options?: CallOptions): Promise<ProjectKeys>;
}

/** Creates the client of the projects service. */
export const createProjectsClient = (platformOrOptions: Platform | ServiceOptions): ProjectsClient => {
  const platform = toPlatform(platformOrOptions, 'organizations');
  const { members, ...client } = createClient({ name: 'projects', base: 'organizations' }, contract, platform);
  // The platform's cache stores the key pair. A sign-out, another user, and a change of the project or its keys invalidate the pair.
  const kept = createClient({ name: 'projects', base: 'organizations' }, { get: keptPair() }, platform);

  const add: typeof members.add = async (input, options) => {
    checkFields('projects.members.add', contract.members.add, input);
    checkRoles({ ...input });
    return members.add(input, options);
  };

  const addUser: ProjectsClient['addUser'] = async (input, options) => {
    const { project_only, role } = { ...input };
    const answer = await add(project_only === false ? { ...input, orgRole: input.orgRole ?? role } : input, options);
    if (!answer) return { outcome: 'added-or-invited' };
    return isInvitation(answer) ? { outcome: 'invited', invitation: answer } : { outcome: 'added', member: answer };
  };

  const keyPair: ProjectsClient['keyPair'] = async (place, options) => {
    const { meta } = await kept.get({ ...place, secret: true }, options);
    return meta?.secrets as ProjectKeys;
  };

  return {
    ...client,
    get: client.get as ProjectsClient['get'],
    members: withOperationsOf(members, { ...members, add }),
    addUser: withCombined('projects.addUser', addUser, platform, [members.add]),
    keyPair: withCombined('projects.keyPair', keyPair, platform, [client.get]),
  };
};

const keptPair = (): typeof contract.get => ({
  ...contract.get,
  cacheSeconds: 300,
  // A response that contains only one of the two keys must not be cached.
  checkAgainstInput: ({ meta }) => {
    const { publicKey, secretKey } = { ...meta?.secrets };
    return publicKey && secretKey ? undefined : 'meta.secrets lacks publicKey or secretKey. The caller may not be allowed to read them';
  },
});

/** Throws if the organization role is lower than the project role, or if it is missing with `project_only: false`. */
const checkRoles = ({ role, orgRole, project_only }: ProjectMemberAddInput): void => {
  // The contract rejects unknown roles, so they are ignored here.
  if (!PROJECT_ROLES.includes(role)) return;
  // The array starts with the highest role.
  if (orgRole ? PROJECT_ROLES.indexOf(orgRole) <= PROJECT_ROLES.indexOf(role) : project_only !== false) return;
  throw inputError(`projects.members.add: orgRole must be ${role} or higher`, 'orgRole', 'projects.members.add');
};

/** Returns true if the `type` of a response contains "invit". Without a `type`, checks the names of fields, and texts such as `message`. */
const isInvitation = (response: Partial<ProjectMemberAddResult>): boolean =>
  response.type === undefined ? mentionsInvitation(response) : /invit/i.test(response.type);

const WORDS = /^(?:message|status|result|outcome|action|detail)$/;
const UNSET = /^\s*(?:(?:false|no|null|undefined|0)\s*)?$/i;

const mentionsInvitation = (members: object): boolean =>
  Object.entries(members).some(([name, value]: [string, unknown]) => {
    if (typeof value === 'object') return value !== null && (/invit/i.test(name) || mentionsInvitation(value));
    // `RegExp.test` converts other values to strings.
    return !UNSET.test(value as string) && (/invit/i.test(name) || (WORDS.test(name) && /invit/i.test(value as string)));
  });
