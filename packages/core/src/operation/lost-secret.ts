import { withDetails, type PlatformError } from '../diagnostics/errors.ts';
import { REDACTED } from '../diagnostics/redact.ts';

/** Ids and types stay: they are needed to find what was created. The lost secret may be under any other name. */
const withoutValues = (body: unknown): unknown =>
  body &&
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (typeof value === 'object' || name === 'id' || name === 'type' ? value : REDACTED)),
  );

/**
 * Completes the error of an operation whose response has a secret that is shown only once. After a success without the secret, the
 * error ends with `advice`: the loss, and its remedy. Its body keeps no values but ids and types.
 */
export const lostSecret =
  (advice: string) =>
  (failure: PlatformError): PlatformError | undefined =>
    failure.outcome === 'likely-applied'
      ? withDetails(failure, { body: withoutValues(failure.body) }, `${failure.message}. ${advice}`)
      : undefined;
