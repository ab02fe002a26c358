import { isInsufficientCreditsError, isPlatformError } from '@platform-sdk/core';
import { Link } from 'wouter';
import { Failure } from './failure.tsx';

/** Kinds of errors that happen after a reply has begun. */
const CUTS: ReadonlySet<string> = new Set(['interrupted', 'truncated', 'stalled']);

interface Props {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Explains why a reply failed. The text that has arrived stays visible above. */
export const ReplyFailure = ({ error, onRetry }: Props) => {
  if (isInsufficientCreditsError(error))
    return (
      <div className="failure" role="alert">
        <p>
          <strong>There are too few credits for this reply.</strong> Nothing was spent.
        </p>
        <p>
          <Link href="/wallets">Look at your wallets</Link>, or choose a cheaper model.
        </p>
      </div>
    );
  if (isPlatformError(error) && CUTS.has(error.kind))
    return (
      <div className="failure" role="alert">
        <p>
          <strong>The reply was cut.</strong> The text so far is kept above, and may be billed.
        </p>
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      </div>
    );
  return <Failure error={error} onRetry={onRetry} />;
};
