import type { JsonSchema } from './schema.ts';

const text: JsonSchema = { type: 'string' };
const whole: JsonSchema = { type: 'integer' };
const flag: JsonSchema = { type: 'boolean' };
const texts: JsonSchema = { type: 'array', items: text };

/** An object whose members are all required, but for those of `optional`. */
export const objectOf = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});

export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

const summary = {
  id: whole,
  at: { type: 'number', description: 'Milliseconds of the platform clock.' },
  operation: { type: ['string', 'null'], description: 'Such as organizations.list; null for an unknown path.' },
  method: text,
  path: text,
  status: { type: ['integer', 'null'], description: 'null until the response, and after a connection that broke.' },
  state: { type: 'string', enum: ['open', 'done', 'broken'] },
  durationMs: { type: ['integer', 'null'] },
  who: { type: ['string', 'null'], description: 'The account, project or agent of the credentials.' },
  unknownFields: texts,
  canRestore: { type: 'boolean', description: 'True while the state before the request is kept.' },
} as const satisfies Record<string, JsonSchema>;

const summaryOptions = { repeatOf: whole, disconnected: flag } as const;

export const requestSummary = objectOf(summary, summaryOptions);

const headers = listOf({ type: 'array', items: text });
const recordedBody = objectOf({ bytes: whole, isTruncated: flag, type: text }, { text });
const contract: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    method: text,
    path: text,
    credentials: text,
    retry: text,
    errorCodes: texts,
    undocumented: listOf(objectOf({ name: text, confidence: text })),
  },
};

export const requestDetail = objectOf(
  {
    ...summary,
    requestHeaders: headers,
    requestBody: recordedBody,
    responseHeaders: headers,
    responseBody: recordedBody,
    contract,
    problems: listOf(objectOf({ field: text, message: text })),
    texts: objectOf({ curl: text }, { sdk: text }),
  },
  summaryOptions,
);

export const message = objectOf(
  { id: whole, channel: { type: 'string', enum: ['email', 'sms'] }, to: text, kind: text, text, at: text },
  { code: text, token: text, invitationId: text, transferId: text },
);

const FAILURES = ['reset', 'stall', 'reset-body', 'stall-body', 'truncated-body', 'html'] as const;

/** A fault as JSON can say it. */
const faultProperties = {
  operation: { type: 'string', minLength: 1, description: 'Such as organizations.list. Default: all operations.' },
  times: { type: ['integer', 'null'], minimum: 1, description: 'The calls that break; null for all until it is removed. Default: 1.' },
  delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
  failure: { type: 'string', enum: FAILURES },
  status: { type: 'integer', minimum: 200, maximum: 599 },
  headers: { type: 'object', additionalProperties: text },
  body: { description: 'A text as it is, any other value as JSON.' },
  applied: { type: 'boolean', description: 'True runs the call before the fault, so that only its response is lost.' },
} as const satisfies Record<string, JsonSchema>;

export const fault = objectOf({}, faultProperties);

export const activeFault = objectOf(
  { id: whole, remaining: { type: ['integer', 'null'] } },
  { operation: text, status: whole, failure: text, delayMs: whole, applied: flag },
);

export const clock = objectOf({ now: { type: 'number' }, time: text });

export const record = objectOf({ id: text, title: text, record: { type: 'object' }, text });

export const snapshot: JsonSchema = {
  type: 'object',
  description: 'The whole state. It holds passwords, keys and tokens in clear.',
  properties: {
    format: text,
    version: whole,
    takenAt: text,
    identity: { type: 'object' },
    aheadMs: { type: 'number' },
    lastId: whole,
    messages: listOf({ type: 'object' }),
    stores: { type: 'object' },
  },
  required: ['format', 'version', 'takenAt', 'identity', 'aheadMs', 'lastId', 'messages', 'stores'],
};

/** Seed data: the rules of `seed` say what is wrong in it. */
export const seed: JsonSchema = objectOf(
  {},
  Object.fromEntries(
    ['accounts', 'organizations', 'analytics', 'wallets', 'subscriptions', 'activity', 'memoryUsers'].map((name) => [
      name,
      listOf({ type: 'object' }),
    ]),
  ),
);

export const errorDocument = objectOf({ error: objectOf({ code: text, message: text }, { field: text }) });

export { flag, text, texts, whole };
