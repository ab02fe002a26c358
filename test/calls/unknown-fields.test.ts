import { createPlatform, isPlatformError } from '@platform-sdk/core';
import { expect, it } from 'vitest';
import { allCredentials, anywhere, clientMethods } from '../helpers/service-methods.ts';

/** Returns the methods of all clients, and the list of their requests. No request gets a response. */
const scene = () => {
  const sent: string[] = [];
  const platform = createPlatform({
    ...allCredentials,
    accessToken: 'token',
    baseUrls: anywhere,
    retry: { limit: 0 },
    fetch: (input) => {
      sent.push(new Request(input).url);
      return Promise.reject(new TypeError('no network'));
    },
  });
  return { methods: clientMethods(platform), sent };
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
  const { methods, sent } = scene();
  expect(methods.length).toBeGreaterThan(120);
  const outcomes = await Promise.all(methods.map(async ([name, method]) => [name, await outcomeOf(() => method({ zzzUnknown: 1 }), sent)]));
  const silent = outcomes.filter(([, outcome = '']) => !outcome.startsWith('zzzUnknown: is unknown'));
  // The chats of the gateway accept unknown fields, so they fail because another field is missing.
  expect(Object.fromEntries(silent)).toEqual({ 'gateway.chat': 'model: is required', 'gateway.chatStream': 'model: is required' });
});

it('every method throws an error that describes the mistake if options are passed instead of its input', async () => {
  const { methods, sent } = scene();
  const { signal } = new AbortController();
  const outcomes = await Promise.all(methods.map(async ([name, method]) => [name, await outcomeOf(() => method({ signal }), sent)]));
  const silent = outcomes.filter(([, outcome = '']) => outcome !== 'signal: is an option: pass it after the input');
  // The settings store checks fields itself, and lists the valid names.
  expect(silent.filter(([name, outcome = '']) => !(name?.startsWith('settings.') && outcome.startsWith('signal: is unknown')))).toEqual([]);
});
