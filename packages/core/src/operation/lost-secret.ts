import { withDetails, type PlatformError } from '../diagnostics/errors.ts';
import { REDACTED } from '../diagnostics/redact.ts';

/** Keeps only ids and types, which identify the created resource. Any other value could be the lost secret. */
const withoutValues = (body: unknown): unknown =>
  body &&
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (typeof value === 'object' || name === 'id' || name === 'type' ? value : REDACTED)),
  );

/**
 * Completes the error of an operation whose response contains a secret that is shown only once. If a successful response lacks the
 * secret, the message ends with `advice`, which describes the loss and the next step. The error's body keeps only ids and types.
 */
export const lostSecret =
  (advice: string) =>
  (failure: PlatformError): PlatformError | undefined =>
    failure.outcome === 'likely-applied'
      ? withDetails(failure, { body: withoutValues(failure.body) }, `${failure.message}. ${advice}`)
      : undefined;
