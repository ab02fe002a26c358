import * as contract from '@platform-sdk/converter/contract';
import { follow } from '../../world/disconnects.ts';
import { withoutMediaTypes, type Dialect } from '../../errors/refusal.ts';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { countRequest, rateLimitHeaders } from './rate-limit.ts';
import { rules } from './rules.ts';

/** Maps the engine's codes to this service's codes. */
const CODES: Readonly<Record<string, string>> = { INVALID_INPUT: 'VALIDATION_ERROR', INTERNAL: 'INTERNAL_ERROR' };

const dialect: Dialect = withoutMediaTypes(({ status, code, message: error, retryAfterSeconds }, request, respond) => {
  const later = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return respond(
    { success: false, error, code: CODES[code] ?? code, method: 'unknown', requestId: crypto.randomUUID() },
    { status, headers: { ...rateLimitHeaders(request), ...later } },
  );
});

export const converter: LocalService<typeof contract> = {
  name: 'converter',
  base: 'converter',
  contract,
  rules,
  assumptions,
  checks: { none: countRequest, token: countRequest },
  dialect,
  onRequest: (request, entry, world) => {
    if (entry.operation?.startsWith('converter.')) follow(request, entry, world);
  },
};
