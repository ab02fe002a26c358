import type { LocalPlatform, LocalPlatformOptions, SeedMemoryUser } from '@platform-sdk/local-platform';
import { expect } from 'vitest';
import { platformAtNewYear, send, type RawAnswer, type RawRequest } from './raw-request.ts';

type Name = 'ada' | 'grace';

export const ids = { ada: 'ada00000-0000-4000-8000-000000000001', grace: '97ace000-0000-4000-8000-000000000002' } as const;
export const tokens = { ada: 'mem_ada-secret-token', grace: 'mem_grace-secret-token' } as const;

/** The initial time of the platform. */
export const newYear = '2026-01-01T00:00:00.000Z';
export const DAY_MS = 86_400_000;

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
/** Matches any id of the platform. */
export const uuid = expect.stringMatching(UUID) as string;

/** A platform with two users of the memory service, and helpers for their actions. */
export interface MemoryScene {
  readonly platform: LocalPlatform;
  /** Sends `METHOD /path` to the service, with the token of a user or any other token. */
  readonly as: (name: Name | (string & {}), line: string, body?: unknown, headers?: Record<string, string>) => Promise<RawAnswer>;
  /** Sends `METHOD /path` to the service without a token. */
  readonly anonymous: (line: string, request?: RawRequest) => Promise<RawAnswer>;
  /** Begins a session of a user. */
  readonly startSession: (name: Name, input?: object) => Promise<string>;
  /** Sends a message to a session. */
  readonly tell: (name: Name, session_id: string, message: string, config?: object) => Promise<RawAnswer>;
  /** Returns the memories of a user as strings, sorted by importance. */
  readonly remembered: (name: Name, query?: string) => Promise<string[]>;
}

/** Creates a scene with the given memories of Ada, and without memories of Grace. */
export const createMemoryScene = (ada: Partial<SeedMemoryUser> = {}, options: LocalPlatformOptions = {}): MemoryScene => {
  const platform = platformAtNewYear(options);
  platform.seed({
    memoryUsers: [
      { id: ids.ada, email: 'ada@example.com', token: tokens.ada, ...ada },
      { id: ids.grace, email: 'grace@example.com', token: tokens.grace },
    ],
  });
  const anonymous: MemoryScene['anonymous'] = (line, request) => send(platform, line.replace(' /', ' /memory/'), request);
  const as: MemoryScene['as'] = (name, line, body, headers = {}) =>
    anonymous(line, { token: Object.hasOwn(tokens, name) ? tokens[name as Name] : name, body, headers });
  return {
    platform,
    as,
    anonymous,
    startSession: async (name, input = {}) => {
      const { body } = await as(name, 'POST /v1/session', input);
      return (body as { session_id: string }).session_id;
    },
    tell: (name, session_id, message, config) => as(name, 'POST /v1/chat', { session_id, message, ...(config && { config }) }),
    remembered: async (name, query = '') => {
      const { body } = await as(name, `GET /v1/memory/me${query}`);
      return (body as { memories: { content: string }[] }).memories.map(({ content }) => content);
    },
  };
};

/** Matches an error of the service with any message and any trace id. */
export const failed = (status: number, code: string): object => ({
  status,
  body: { error: { code, message: expect.any(String) as string, trace_id: uuid, details: {} } },
});

/** Matches an error about these fields, with any message for each field. */
export const refused = (...fields: readonly string[]): object => ({
  status: 400,
  body: {
    error: {
      code: 'VALIDATION_ERROR',
      message: expect.any(String) as string,
      trace_id: uuid,
      details: { fields: fields.map((field) => ({ field, message: expect.any(String) as string })) },
    },
  },
});

/** Returns the media type and the complete text of a response to a chat. */
export const textOf = async ({ platform }: MemoryScene, body: object): Promise<{ type: string | null; text: string }> => {
  const response = await platform.fetch('https://platform.test/memory/v1/chat', {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens.ada}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { type: response.headers.get('content-type'), text: await response.text() };
};
