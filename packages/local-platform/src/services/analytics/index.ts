import * as contract from '@platform-sdk/analytics/contract';
import type { Dialect } from '../../errors/refusal.ts';
import type { LocalService } from '../../routing/service.ts';
import { projectOf } from './access.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

/** Maps the engine's codes to Langfuse's error names. */
const NAMES: Readonly<Record<string, string>> = { UNKNOWN_PATH: 'LangfuseNotFoundError', METHOD_NOT_ALLOWED: 'MethodNotAllowedError' };

/** Renders errors in Langfuse's format. Langfuse validates with zod, so problems are listed as zod issues. */
const dialect: Dialect = ({ status, code, message, field, problems, retryAfterSeconds }, _, respond) => {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  if (code === 'INTERNAL') return respond({ message: 'Internal Server Error', error: message }, { status, headers });
  const wrong = problems ?? (code === 'INVALID_INPUT' && field !== undefined ? [{ field, message }] : undefined);
  if (!wrong) return respond({ message, error: NAMES[code] ?? code }, { status, headers });
  const issues = wrong.map(({ field: name, message: said }) => ({ code: 'custom', path: name.split('.').map(asStep), message: said }));
  return respond({ message: 'Invalid request data', error: issues }, { status: 400, headers });
};

const asStep = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part);

export const analytics: LocalService<typeof contract> = {
  name: 'analytics',
  base: 'analytics',
  contract,
  rules,
  assumptions,
  // This check only rejects invalid key pairs. The rules look up the project themselves.
  checks: { project: (request, world) => void projectOf(request, world) },
  dialect,
  tails: ['analytics.traces.get'],
};
