import { createCrew, type Crew } from './organization-roles.ts';
import { send, signIn, type RawAnswer, type RawRequest } from './raw-request.ts';

export type Name = keyof Crew['tokens'];

/** The crew with its two projects: `First`, the default project, and `Second`. */
export interface Scene extends Crew {
  /** The path of the organization's projects. */
  readonly projects: string;
  /** The path of `First`. */
  readonly first: string;
  /** The path of `Second`. */
  readonly second: string;
  readonly send: (by: Name, line: string, body?: unknown) => Promise<RawAnswer>;
}

export const createScene = async (): Promise<Scene> => {
  const crew = await createCrew();
  const projects = `/control/v1/organizations/${crew.organizationId}/projects`;
  return {
    ...crew,
    projects,
    first: `${projects}/2`,
    second: `${projects}/3`,
    send: (by, line, body) =>
      send(crew.platform, line, { token: crew.tokens[by], ...(body !== undefined && { body }) } satisfies RawRequest),
  };
};

/** Returns a request body with these attributes. */
export const attributes = (fields: object, rest: object = {}): object => ({ data: { ...rest, attributes: fields } });

interface Listed {
  readonly data: readonly { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> }[];
}

export const listed = ({ body }: RawAnswer): Listed['data'] => (body as Listed).data;

/** Changes a user's role in the project `First`. */
export const changeRole = ({ send: ask, first, ids }: Scene, by: Name, of: Name, role: string): Promise<RawAnswer> =>
  ask(by, `PATCH ${first}/members/${ids[of]}/role`, attributes({ role }));

/** Denies a user access to the project `First`. */
export const deny = ({ send: ask, first, ids }: Scene, by: Name, whom: Name): Promise<RawAnswer> =>
  ask(by, `POST ${first}/deny_access/${ids[whom]}`);

/** Restores a user's access to the project `First`. */
export const restore = ({ send: ask, first, ids }: Scene, by: Name, whom: Name, fields: object = {}): Promise<RawAnswer> =>
  ask(by, `POST ${first}/restore_access/${ids[whom]}`, attributes(fields));

export const refused = (status: number, code: string) => ({ status, body: { errors: [{ status: String(status), code }] } });

/** Returns the names of the projects in a response, in order. */
export const namesOf = (answer: RawAnswer): unknown[] => listed(answer).map((project) => project.attributes['name']);

/** Returns the roles by first name, or by e-mail address if the first name is missing. */
export const rolesOf = (answer: RawAnswer): Record<string, unknown> =>
  Object.fromEntries(
    listed(answer).map(({ attributes: { firstName, email, role } }) => [String(firstName === '' ? email : firstName), role]),
  );

/** Signs up a new account and returns its access token. */
export const join = async ({ platform }: Crew, email: string): Promise<string> => {
  platform.seed({ accounts: [{ email, password: 'p' }] });
  return (await signIn(platform, email, 'p')).accessToken;
};
