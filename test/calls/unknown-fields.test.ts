import { createPlatform, isPlatformError, type Platform } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { publishedPackages } from '@platform-sdk/build/workspace';

type Method = (input?: unknown, options?: unknown) => unknown;
type Members = Readonly<Record<string, unknown>>;

const origin = 'https://api.test';

/** Returns a platform with every credential, and the list of its requests. No request gets a response. */
const platformOf = () => {
  const sent: string[] = [];
  const platform = createPlatform({
    apiKey: 'key',
    accessToken: 'token',
    adminAccess: 'admin',
    projectKeys: { publicKey: 'public', secretKey: 'secret' },
    tokens: { memory: 'memory', gateway: 'gateway', upload: 'upload', converter: 'converter' },
    baseUrls: {
      auth: `${origin}/v1`,
      organizations: `${origin}/v1`,
      gateway: `${origin}/v1`,
      analytics: origin,
      memory: origin,
      upload: origin,
      search: origin,
      converter: origin,
    },
    retry: { limit: 0 },
    fetch: (input) => {
      sent.push(new Request(input).url);
      return Promise.reject(new TypeError('no network'));
    },
  });
  return { platform, sent };
};

/** Returns every method of a client by its name, including the methods of nested clients. */
const methodsOf = (client: Members, prefix: string): (readonly [string, Method])[] =>
  Object.entries(client).flatMap(([name, member]) => {
    const path = `${prefix}.${name}`;
    if (typeof member === 'function') return [[path, member as Method] as const];
    return typeof member === 'object' && member !== null ? methodsOf(member as Members, path) : [];
  });

const clientsOf = async (platform: Platform): Promise<(readonly [string, Method])[]> => {
  const packages = (await publishedPackages()).filter(
    ({ dependencies, exports }) => '@platform-sdk/core' in (dependencies ?? {}) && './contract' in exports,
  );
  const methods = await Promise.all(
    packages.map(async ({ name }) => {
      const exported = (await import(name)) as Record<string, (of: Platform) => Members>;
      return Object.entries(exported).flatMap(([factory, make]) => {
        const [, service] = /^create(\w+)Client$/.exec(factory) ?? [];
        return service === undefined ? [] : methodsOf(make(platform), service);
      });
    }),
  );
  return methods.flat();
};

/** Returns the error of a call, whatever kind of result the call returns. */
const failureOf = async (call: () => unknown): Promise<unknown> => {
  try {
    const result = (await call()) as Partial<AsyncIterable<unknown> & { blob: () => Promise<unknown> }> | undefined;
    if (result?.[Symbol.asyncIterator]) for await (const _ of result as AsyncIterable<unknown>) break;
    return undefined;
  } catch (error) {
    return error;
  }
};

/** Returns the client's reaction to an input: "sent", the rejected field, or the kind of another error. */
const outcomeOf = async (call: () => unknown, sent: readonly string[]): Promise<string> => {
  const before = sent.length;
  const error = await failureOf(call);
  if (sent.length > before) return 'sent';
  if (!isPlatformError(error)) return String(error);
  return error.kind === 'invalid-input' && error.outcome === 'not-sent'
    ? `${error.field}: ${error.message.replace(/^\S+: \S+ /, '')}`
    : error.kind;
};

it('every method of every client throws an error that names an unknown field, except the chats of the gateway', async () => {
  const { platform, sent } = platformOf();
  const methods = await clientsOf(platform);
  expect(methods.length).toBeGreaterThan(120);
  const outcomes = await Promise.all(methods.map(async ([name, method]) => [name, await outcomeOf(() => method({ zzzUnknown: 1 }), sent)]));
  const silent = outcomes.filter(([, outcome = '']) => !outcome.startsWith('zzzUnknown: is unknown'));
  // The gateway forwards unknown fields, so these calls fail because another field is missing.
  expect(Object.fromEntries(silent)).toEqual({ 'Gateway.chat': 'model: is required', 'Gateway.chatStream': 'model: is required' });
});

it('options instead of an input cause an error that describes the mistake', async () => {
  const { platform, sent } = platformOf();
  const { signal } = new AbortController();
  const methods = await clientsOf(platform);
  const outcomes = await Promise.all(methods.map(async ([name, method]) => [name, await outcomeOf(() => method({ signal }), sent)]));
  const silent = outcomes.filter(([, outcome = '']) => outcome !== 'signal: is an option: pass it after the input');
  // The settings store checks fields itself, and lists the valid names.
  expect(silent.filter(([name, outcome = '']) => !(name?.startsWith('Settings.') && outcome.startsWith('signal: is unknown')))).toEqual([]);
});
