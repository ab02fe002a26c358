import { withDetails, type PlatformError } from '../diagnostics/errors.ts';
import { REDACTED } from '../diagnostics/redact.ts';

/** Ids and types are kept, to find what was created. Every other value could be the lost secret. */
const withoutValues = (body: unknown): unknown =>
  body &&
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (typeof value === 'object' || name === 'id' || name === 'type' ? value : REDACTED)),
  );

/**
 * Completes the error of an operation whose response contains a secret that is shown only once. If a success lacks the secret, the
 * error ends with `advice`: the loss, and its remedy. Its body keeps only ids and types.
 */
export const lostSecret =
  (advice: string) =>
  (failure: PlatformError): PlatformError | undefined =>
    failure.outcome === 'likely-applied'
      ? withDetails(failure, { body: withoutValues(failure.body) }, `${failure.message}. ${advice}`)
      : undefined;
