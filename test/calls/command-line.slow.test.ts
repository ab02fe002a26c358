import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { main } from '@platform-sdk/cli';
import { localAdminAccess, serve, type LocalServer, type RequestLogEntry } from '@platform-sdk/local-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordingTerminal } from '../../packages/cli/test/recording-terminal.ts';
import { serviceMethods } from '../helpers/service-methods.ts';
import type { Actor } from '../specification/stale-responses/actors.ts';
import { prepareScene, toFlags, type DescribedInput, type PreparedScene, type ValidInput } from './command-line/valid-inputs.ts';

interface DescribedOperation {
  readonly name: string;
  readonly kind: string;
  readonly showsSecretOnce: boolean;
  readonly inputs: readonly DescribedInput[];
}

let prepared: PreparedScene;
let server: LocalServer;
let state: string;

beforeAll(async () => {
  prepared = await prepareScene();
  server = await serve(prepared.scene.local);
  state = await mkdtemp(join(tmpdir(), 'call-state-'));
}, 120_000);

afterAll(async () => {
  await server.close();
  await rm(state, { recursive: true });
});

/** Returns the environment variables with an actor's credentials. */
const variablesOf = (actor: Actor): Record<string, string> => {
  const { local, actors } = prepared.scene;
  return {
    PATH: process.env['PATH'] ?? '',
    XDG_STATE_HOME: state,
    PLATFORM_API_KEY: local.apiKey,
    ...Object.fromEntries(Object.entries(local.baseUrls(server.origin)).map(([base, url]) => [`PLATFORM_${base.toUpperCase()}_URL`, url])),
    PLATFORM_PROFILE: actor.email,
    PLATFORM_ADMIN_ACCESS: localAdminAccess,
    PLATFORM_MEMORY_TOKEN: `memory-token-${Math.min(actors.indexOf(actor), 1)}`,
    PLATFORM_GATEWAY_KEY: local.gatewayKey,
    PLATFORM_CONVERTER_TOKEN: 'any',
    PLATFORM_PROJECT_PUBLIC_KEY: local.projectKeys.publicKey,
    PLATFORM_PROJECT_SECRET_KEY: local.projectKeys.secretKey,
  };
};

const run = async (actor: Actor, args: readonly string[], standardInput = '') => {
  const terminal = recordingTerminal(variablesOf(actor), undefined, undefined, { readInput: async () => standardInput });
  const code = await main(args, terminal);
  const written = terminal.written.map((chunk) => (typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())).join('');
  return { code, out: written + terminal.printed.join('\n'), err: terminal.errors.join('\n') };
};

/** Signs an actor in and copies the session file. Returns a function that restores the platform and the session file. */
const signedIn = async (actor: Actor): Promise<() => Promise<string>> => {
  prepared.scene.local.restore(prepared.snapshot);
  const { code, err } = await run(actor, ['login', '--username', actor.email, '--password-stdin'], `${actor.password}\n`);
  expect([code, err]).toEqual([0, '']);
  const [file = ''] = globSync(join(state, `platform-sdk/sessions/*/${actor.email}.json`));
  await copyFile(file, `${file}.kept`);
  const snapshot = prepared.scene.local.snapshot();
  return async () => {
    prepared.scene.local.restore(snapshot);
    // The previous call may have stored a newer session.
    await rm(file, { force: true });
    await copyFile(`${file}.kept`, file);
    return file;
  };
};

/** Returns the entry of the request log that an operation has added since the index `begin`. */
const rowSince = (begin: number, name: string): Omit<RequestLogEntry, 'at'> | undefined => {
  const row = prepared.scene.local.requestLog.slice(begin).findLast((each) => each.operation === name);
  if (!row) return undefined;
  const { at: _, ...rest } = row;
  return rest;
};

/** Returns the tokens in a session file. The file contains none after a sign-out. */
const tokensIn = async (sessionFile: string): Promise<string[]> =>
  [...(await readFile(sessionFile, 'utf8')).matchAll(/"(?:access|refresh)Token":"([^"]+)"/g)].map(([, token = '']) => token);

const credentialsOf = (actor: Actor): string[] => {
  const env = variablesOf(actor);
  return ['GATEWAY_KEY', 'MEMORY_TOKEN', 'PROJECT_SECRET_KEY', 'ADMIN_ACCESS'].map((name) => env[`PLATFORM_${name}`] ?? '');
};

const secretsIn = (text: string, secrets: readonly unknown[]): string[] =>
  secrets
    .filter((secret) => typeof secret === 'string' && secret.length > 3 && text.includes(secret))
    .map((secret) => `prints ${String(secret)}`);

/** Calls an operation with flags. Returns the log entry of its request. */
const callByFlags = async (
  { name, actor, input }: ValidInput,
  { inputs, kind, showsSecretOnce }: DescribedOperation,
  sessionFile: string,
  problems: string[],
) => {
  const begin = prepared.scene.local.requestLog.length;
  const flags = await toFlags(inputs, input);
  const { code, out, err } = await run(actor, ['call', name, ...flags, '--json', '--yes', ...(showsSecretOnce ? ['--show-secrets'] : [])]);
  if (code !== 0) problems.push(`exits with ${code}: ${err}`);
  if (/^warning:/m.test(err)) problems.push(`is not as documented: ${err}`);
  if (kind !== 'file') for (const line of out.split('\n').filter(Boolean)) JSON.parse(line);
  if (!showsSecretOnce) problems.push(...secretsIn(out + err, [...(await tokensIn(sessionFile)), ...credentialsOf(actor)]));
  const row = rowSince(begin, name);
  if (!row) problems.push('left no row in the request log');
  else if (row.unknownFields.length > 0) problems.push(`sent unknown fields: ${row.unknownFields.join(', ')}`);
  return row;
};

/** Runs the printed curl command in bash. Returns the log entry of its request. */
const callByCurl = async ({ name, actor, input }: ValidInput, { inputs }: DescribedOperation, sessionFile: string, problems: string[]) => {
  const printed = await run(actor, ['call', name, ...(await toFlags(inputs, input)), '--dry-run']);
  if (printed.code !== 0) problems.push(`--dry-run exits with ${printed.code}: ${printed.err}`);
  const accessToken = (await run(actor, ['whoami', '--access-token'])).out;
  const [, refreshToken = ''] = await tokensIn(sessionFile);
  const secrets = inputs.flatMap(({ isSecret, path, flag }) => (isSecret ? [[flag, input[path[0] ?? '']] as const] : []));
  const env: Record<string, string> = {
    ...variablesOf(actor),
    PLATFORM_ACCESS_TOKEN: accessToken,
    PLATFORM_REFRESH_TOKEN: refreshToken,
    ...Object.fromEntries(
      secrets.map(([flag, value]) => [
        `INPUT_${flag.slice(2).replaceAll(/[.-]/g, '_').toUpperCase()}`,
        typeof value === 'string' ? value : '',
      ]),
    ),
  };
  const known = [...secrets.map(([, value]) => value), accessToken, refreshToken, ...credentialsOf(actor)];
  problems.push(...secretsIn(printed.out + printed.err, known));
  const begin = prepared.scene.local.requestLog.length;
  await promisify(execFile)('bash', ['--norc', '-euc', printed.out], { env, maxBuffer: 1e8 }).catch((error: unknown) => {
    problems.push(`bash fails: ${String((error as { readonly stderr?: unknown }).stderr)} ${printed.out}`);
  });
  return rowSince(begin, name);
};

it(
  'calls all operations without printing a secret, and prints curl commands that send the same requests',
  { timeout: 600_000 },
  async () => {
    const [anyone] = prepared.scene.actors;
    const { code, out } = await run(anyone as Actor, ['commands', '--json']);
    const { operations } = JSON.parse(out) as { readonly operations: readonly DescribedOperation[] };
    expect([code, operations.length]).toEqual([0, serviceMethods.length]);

    const restoreOf = new Map<Actor, () => Promise<string>>();
    const found: Record<string, string[]> = {};
    for (const operation of operations) {
      const problems: string[] = [];
      found[operation.name] = problems;
      const valid = prepared.inputs.find(({ name }) => name === operation.name);
      if (!valid) {
        problems.push('no input of test/specification/stale-responses succeeds');
        continue;
      }
      const restore = restoreOf.get(valid.actor) ?? (await signedIn(valid.actor));
      restoreOf.set(valid.actor, restore);
      const sessionFile = await restore();
      const row = await callByFlags(valid, operation, sessionFile, problems);
      await restore();
      const again = await callByCurl(valid, operation, sessionFile, problems);
      if (JSON.stringify(row) !== JSON.stringify(again)) problems.push(`curl left another row: ${JSON.stringify({ row, again })}`);
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))).toEqual({});
  },
);
