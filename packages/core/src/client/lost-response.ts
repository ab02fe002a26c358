import { amend, type PlatformError } from '../diagnostics/errors.ts';
import { REDACTED } from '../diagnostics/redact.ts';

/** Ids and types stay: they are needed to find what was created. The lost secret may be under any other name. */
const withoutValues = (body: unknown): unknown =>
  body &&
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (typeof value === 'object' || name === 'id' || name === 'type' ? value : REDACTED)),
  );

/** The error of a call that succeeded, and whose response with a secret was lost. */
export const lostResponse = (failure: PlatformError, recovery: string): PlatformError =>
  amend(failure, { body: withoutValues(failure.body) }, `${failure.message}. ${recovery}`);
