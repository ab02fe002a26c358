import type { SchemaData } from '@platform-sdk/core/contract';
import { holdsSecret } from '@platform-sdk/core/internal';
import { expect, it } from 'vitest';
import { serviceMethods } from '../helpers/service-methods.ts';

/** Output fields that contain no secret although their name resembles that of a secret, each with its content. */
const NO_SECRETS: Readonly<Record<string, string>> = {
  displaySecretKey: 'a masked preview',
  api_key_preview: 'a masked preview',
  token_prefix: 'a masked preview',
  has_api_key: 'true or false',
  sender_agent_key: 'the name of an agent in an envelope, which the caller sent',
  publicKey: 'the public part of two keys, which may be shown',
  token_type: 'the scheme of the header',
  credentialType: 'a kind of credential',
  status_code: 'a status of HTTP',
  token_count: 'a number',
  tokens_in: 'a number',
  tokens_out: 'a number',
  prompt_tokens: 'a number',
  prompt_tokens_details: 'numbers',
  completion_tokens: 'a number',
  completion_tokens_details: 'numbers',
  total_tokens: 'a number',
  timeToFirstToken: 'a number',
};

const SECRET_NAME = /token|secret|passw|key|code|credential|signature|authorization/i;

interface Leaf {
  readonly path: string;
  readonly name: string;
  readonly schema: SchemaData;
}

/** Returns every field of a schema that has no nested fields, with its path. */
const leavesOf = (schema: SchemaData, path: string, name = ''): Leaf[] => {
  const parts: [string, SchemaData | undefined, string][] = [
    ...Object.entries(schema.properties ?? {}).map(([key, field]): [string, SchemaData, string] => [`${path}.${key}`, field, key]),
    [`${path}[]`, schema.items ?? schema.related, name],
    ...(schema.anyOf ?? []).map((kind): [string, SchemaData, string] => [path, kind, name]),
  ];
  const inner = parts.flatMap(([place, part, key]) => (part ? leavesOf(part, place, key) : []));
  return inner.length > 0 ? inner : [{ path, name, schema }];
};

const leaves = serviceMethods.flatMap(({ name, operation }) => leavesOf(operation.output, name));

it('every output field whose name resembles that of a secret is marked as secret, or listed in this test', () => {
  const unmarked = leaves.filter(({ name, schema }) => SECRET_NAME.test(name) && !schema.secret && !(name in NO_SECRETS));
  expect(unmarked.map(({ path }) => path)).toEqual([]);
  const listed = Object.keys(NO_SECRETS).filter((name) => !leaves.some((leaf) => leaf.name === name && !leaf.schema.secret));
  expect(listed, 'names that no field has').toEqual([]);
});

it('the tokens and keys of the API specification are marked as secret', () => {
  const session = ['accessToken', 'refreshToken'];
  const project = ['meta.secrets.secretKey', 'apiKeys[].meta.secretKey', 'apiKeys[].encryptedSecretKey'];
  const apiKey = ['meta.secretKey', 'encryptedSecretKey'];
  const expected: Readonly<Record<string, readonly string[]>> = {
    'auth.login': session,
    'auth.refresh': session,
    'auth.activateByEmail': session,
    'auth.activateByPhone': session,
    'auth.register': session.map((name) => `session.${name}`),
    'organizations.apiKeys.list': ['[].encryptedSecretKey'],
    'projects.list': project.map((name) => `[].${name}`),
    'projects.get': project,
    'projects.create': project,
    'projects.update': project,
    'projects.apiKeys.create': apiKey,
    'projects.apiKeys.update': apiKey,
    'agent-passes.create': ['meta.secretKey'],
    'agent-passes.rotateKey': ['meta.secretKey'],
    'memory.users.register': ['access_token'],
    'memory.tokens.create': ['access_token'],
  };
  const found = leaves.filter(({ schema }) => schema.secret).map(({ path }) => path);
  const wanted = Object.entries(expected).flatMap(([operation, paths]) =>
    paths.map((path) => operation + (path.startsWith('[') ? path : `.${path}`)),
  );
  expect(wanted.filter((path) => !found.includes(path))).toEqual([]);
});

it('every field that is marked as secret has a name by which errors redact it', () => {
  const names = new Set(leaves.filter(({ schema }) => schema.secret).map(({ name }) => name));
  expect([...names].filter((name) => !holdsSecret(name, false))).toEqual([]);
  expect(names.size).toBeGreaterThan(4);
});
