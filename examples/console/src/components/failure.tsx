import { isPlatformError } from '@platform-sdk/core';

const TEXTS: Readonly<Record<string, string>> = {
  network: 'The service cannot be reached. Check your connection.',
  timeout: 'The service took too long to respond.',
  session: 'Your session has ended. Sign in again.',
  interrupted: 'The connection broke before the end.',
  truncated: 'The response ended too early.',
  stalled: 'The service fell silent.',
};

const FALLBACK = 'Something went wrong. Try again later.';

/** Returns a sentence about an error for the user of the page. */
const failureText = (error: unknown): string => {
  if (!isPlatformError(error)) return FALLBACK;
  // The message names the invalid field of the form.
  if (error.kind === 'invalid-input') return error.message;
  return TEXTS[error.kind] ?? error.detail ?? FALLBACK;
};

interface FailureProps {
  readonly error: unknown;
  /** The message to show. An empty string shows no message. Default: a sentence about the error. */
  readonly text?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** Explains an error, and warns if a write may have been applied. Renders nothing without an error. */
export const Failure = ({ error, text = failureText(error), onRetry }: FailureProps) => {
  if (error === undefined || error === null) return null;
  const isUncertain = isPlatformError(error) && (error.outcome === 'unknown' || error.outcome === 'likely-applied');
  if (!text && !isUncertain && !onRetry) return null;
  return (
    <div className="failure" role="alert">
      {text && <p>{text}</p>}
      {isUncertain && <p>It may have been carried out. Look before you repeat it.</p>}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
};
