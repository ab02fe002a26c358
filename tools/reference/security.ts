import type { Credentials } from '@platform-sdk/core';
import type { ReferenceOperation } from './service-reference.ts';

/** A requirement: a call needs all of these schemes together. */
type Requirement = Readonly<Record<string, readonly string[]>>;

const SCHEMES: Readonly<Record<string, object>> = {
  apiKey: { type: 'apiKey', in: 'header', name: 'Api-Key', description: 'The public application identifier.' },
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "The access token of the user's session." },
  adminAccess: { type: 'apiKey', in: 'header', name: 'Admin-Access', description: 'An admin access token.' },
  projectKeys: { type: 'http', scheme: 'basic', description: "The project's public key as user name, its secret key as password." },
  serviceToken: { type: 'http', scheme: 'bearer', description: "The service's own token." },
  agentSecret: { type: 'apiKey', in: 'header', name: 'X-Agent-Secret-Token', description: "The agent's secret." },
  agentKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Agent-Key',
    description: "The agent's key. It is published, but not part of the API specification.",
  },
  agentUser: { type: 'apiKey', in: 'header', name: 'X-Agent-User-Id', description: 'The user that the agent speaks for.' },
};

const all = (...schemes: readonly string[]): Requirement => Object.fromEntries(schemes.map((scheme) => [scheme, []]));

const REQUIREMENTS: Readonly<Record<Credentials, readonly Requirement[]>> = {
  none: [],
  application: [all('apiKey')],
  user: [all('apiKey', 'session')],
  admin: [all('apiKey', 'session', 'adminAccess')],
  project: [all('apiKey', 'projectKeys')],
  token: [all('serviceToken')],
  // The agent's headers are sent only if they are configured.
  agent: [all('agentSecret', 'agentUser'), all()],
};

/** Operations whose requirements differ from their credentials. */
const OTHERWISE: readonly (readonly [name: RegExp, requirements: readonly Requirement[]])[] = [
  [/^upload\./, [all('serviceToken'), all('agentSecret', 'agentUser'), all('session')]],
  [/^converter\./, [all('serviceToken'), all()]],
  [/^memory\.a2a\./, [all('serviceToken'), all('agentSecret', 'agentUser'), all('agentKey')]],
];

/** Returns the requirements of an operation, in OpenAPI's terms. */
export const securityOf = ({ name, operation }: Pick<ReferenceOperation, 'name' | 'operation'>): readonly Requirement[] =>
  OTHERWISE.find(([pattern]) => pattern.test(name))?.[1] ?? REQUIREMENTS[operation.credentials];

const LABELS: Readonly<Record<string, string>> = { serviceToken: 'token', agentSecret: 'agent', session: 'session' };

/** Returns the requirements of an operation as text. */
export const credentialsOf = (each: Pick<ReferenceOperation, 'name' | 'operation'>): string => {
  if (!OTHERWISE.some(([pattern]) => pattern.test(each.name))) return each.operation.credentials;
  return securityOf(each)
    .map((requirement) => LABELS[Object.keys(requirement)[0] ?? ''] ?? 'none')
    .join(' or ');
};

/** Returns the schemes that these requirements name. */
export const schemesOf = (requirements: readonly Requirement[]): Record<string, object> => {
  const used = new Set(requirements.flatMap((requirement) => Object.keys(requirement)));
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)));
};
