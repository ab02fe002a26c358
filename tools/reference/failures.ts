/** The failures of operations, with the bodies that the API specification shows. */
import { STATUS_CODES } from 'node:http';
import type { Components } from './envelopes.ts';
import type { JsonSchema } from './json-schema.ts';
import { securityOf } from './security.ts';
import type { ReferenceOperation } from './service-reference.ts';

/** The error codes of the memory service that always have the same status. */
const STATUSES: Readonly<Record<string, number>> = {
  SESSION_NOT_FOUND: 404,
  MEMORY_NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
  TOKEN_BUDGET_EXCEEDED: 400,
  AUTHENTICATION_FAILED: 401,
  LLM_SERVICE_ERROR: 502,
  INTERNAL_ERROR: 500,
};

const text: JsonSchema = { type: 'string' };

const memoryError: JsonSchema = {
  description: 'A failure of the memory service.',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', 'x-extensible-enum': Object.keys(STATUSES) },
        message: text,
        trace_id: text,
        details: { type: 'object' },
      },
    },
  },
};

const gatewayError: JsonSchema = {
  description: 'A failure of the gateway.',
  type: 'object',
  required: ['detail'],
  properties: {
    detail: text,
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', 'x-extensible-enum': ['INSUFFICIENT_CREDITS'] },
        required_amount: { description: 'The cost of the call, with the status 402.', type: 'number' },
        checked_wallets: { description: 'The wallets without enough credits, with the status 402.', type: 'array', items: {} },
        organization_id: { description: 'The organization without a subscription, with the status 403.' },
        subscription_found: { description: 'True if there is an inactive subscription, with the status 403.', type: 'boolean' },
      },
    },
  },
};

const detailError: JsonSchema = {
  description: 'A failure in one sentence.',
  type: 'object',
  required: ['detail'],
  properties: { detail: text },
};

/** The documented error bodies, by service. The API specification shows none for other services. */
const BODIES: Readonly<Record<string, readonly [name: string, schema: JsonSchema]>> = {
  memory: ['MemoryError', memoryError],
  gateway: ['GatewayError', gatewayError],
};

/** Failures whose body differs from the service's other failures. */
const OTHER_BODIES: Readonly<Record<string, readonly [name: string, schema: JsonSchema]>> = {
  'memory.tokens.remove 404': ['TokenError', detailError],
};

/** Failures whose body is that of a successful response. */
const SAME_AS_SUCCESS: readonly string[] = ['memory.ready 503'];

const bodyOf = (each: ReferenceOperation, status: number | 'default' | '4XX', components: Components): object => {
  const place = `${each.name} ${status}`;
  const found = SAME_AS_SUCCESS.includes(place) ? undefined : (OTHER_BODIES[place] ?? BODIES[each.base]);
  if (!found) return {};
  components.set(...found);
  return { content: { 'application/json': { schema: { $ref: `#/components/schemas/${found[0]}` } } } };
};

const listed = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

/** Returns the documented failures by status. Codes without a fixed status are listed under `default`. */
export const failures = (each: ReferenceOperation, components: Components): Record<string, object> => {
  const { operation } = each;
  const statuses = new Map<number, string[]>();
  const unplaced: string[] = [];
  const codesOf = (status: number): string[] => {
    const codes = statuses.get(status) ?? [];
    statuses.set(status, codes);
    return codes;
  };
  for (const error of operation.errors ?? []) {
    const status = typeof error === 'number' ? error : each.base === 'memory' ? STATUSES[error] : undefined;
    if (status === undefined) unplaced.push(String(error));
    else if (typeof error === 'number') codesOf(status);
    else codesOf(status).push(error);
  }
  // A call that needs credentials gets a 401 without them.
  const requirements = securityOf(each);
  if (requirements.length > 0 && requirements.every((requirement) => Object.keys(requirement).length > 0)) codesOf(401);

  const responses: Record<string, object> = {};
  for (const [status, codes] of statuses) {
    const name = STATUS_CODES[status] ?? 'Failure';
    responses[status] = {
      description: codes.length > 0 ? `${name}: ${listed(codes)}.` : name,
      ...bodyOf(each, status, components),
      ...(codes.length > 0 && { 'x-error-codes': codes }),
    };
  }
  if (unplaced.length > 0)
    responses['default'] = {
      description: `A failure with one of the codes ${listed(unplaced)}.`,
      ...bodyOf(each, 'default', components),
      'x-error-codes': unplaced,
    };
  // Without this entry, tools that check responses would report every undocumented rejection.
  else responses['4XX'] = { description: 'A failure that the API specification does not describe.', ...bodyOf(each, '4XX', components) };
  return responses;
};
