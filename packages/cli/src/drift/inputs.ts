import { membersOf } from '@platform-sdk/core/internal';
import type { NamedOperation } from '../catalogue.ts';

/** Values for later inputs, from responses and from the options of the run, by the name of the input field. */
export type Found = Record<string, readonly string[]>;

/** The values at the path `at` in the responses of an operation. They become the values of the input fields in `as`. */
interface Source {
  readonly operation: string;
  readonly at: string;
  readonly as: readonly string[];
}

/** The sources of values for later inputs, such as the ids in lists. */
export const SOURCES: readonly Source[] = [
  { operation: 'auth.login', at: 'data.attributes.refreshToken', as: ['refresh_token'] },
  { operation: 'organizations.list', at: 'data.id', as: ['organizationId', 'orgId'] },
  { operation: 'projects.list', at: 'data.id', as: ['projectId'] },
  { operation: 'wallets.list', at: 'data.attributes.addressHash', as: ['addressHash'] },
  { operation: 'agentPasses.list', at: 'data.id', as: ['passId'] },
  { operation: 'analytics.traces.list', at: 'data.id', as: ['traceId'] },
  { operation: 'memory.sessions.list', at: 'sessions.session_id', as: ['session_id'] },
  { operation: 'memory.sessions.list', at: 'sessions.id', as: ['session_id'] },
  // The run has created the following resources itself.
  { operation: 'projects.create', at: 'data.id', as: ['ownProjectId'] },
  { operation: 'projects.apiKeys.create', at: 'data.id', as: ['apiKeyId'] },
  { operation: 'projects.llmApiKeys.create', at: 'data.id', as: ['llmApiKeyId'] },
  { operation: 'projects.invitations.create', at: 'data.id', as: ['invitationId'] },
  { operation: 'agentPasses.create', at: 'data.id', as: ['ownPassId'] },
  { operation: 'agentPasses.create', at: 'meta.secretKey', as: ['agentKey'] },
  { operation: 'memory.sessions.create', at: 'session_id', as: ['ownSessionId'] },
];

/** Additional values for the inputs of some operations. All other required values come from `found`. */
export const INPUTS: Readonly<Record<string, (found: Found) => object>> = {
  'auth.validateEmail': ({ username: [email] = ['nobody@example.com'] }) => ({ email }),
  'auth.validatePhone': () => ({ phoneNumber: '2025550100', countryCode: '1' }),
  'organizations.get': () => ({ include: ['users', 'projects', 'organization_memberships'] }),
  'projects.get': () => ({ include: ['users', 'apiKeys', 'llmApiKeys', 'agentPasses'], secret: true }),
  'settings.get': () => ({ includes: ['dashboard'] }),
  'agentPasses.activity.export': () => ({ format: 'json' }),
  'agentPasses.activity.metrics': () => ({ group_by: 'day' }),
};

export const requiredFields = ({ operation }: NamedOperation): string[] =>
  Object.entries(operation.input.properties ?? {})
    .filter(([, field]) => !field.optional)
    .map(([name]) => name);

/** Returns the strings and numbers at a dotted path of a document. A path continues in each item of an array. */
export const valuesAt = (document: unknown, at: string): string[] => {
  const [head = '', ...tail] = at.split('.');
  if (Array.isArray(document)) return document.flatMap((each) => valuesAt(each, at));
  const value = membersOf(document)[head];
  if (tail.length > 0) return valuesAt(value, tail.join('.'));
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
};

/** Adds the values of a response to `found`. The fields of the response must have the contract's names. */
export const collect = (found: Found, operation: string, document: unknown): void => {
  for (const source of SOURCES) {
    if (source.operation !== operation) continue;
    const values = valuesAt(document, source.at);
    if (values.length > 0) for (const name of source.as) found[name] = values;
  }
};
