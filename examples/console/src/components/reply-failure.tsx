import { isInsufficientCreditsError, isPlatformError } from '@platform-sdk/core';
import { Link } from 'wouter';
import { Failure } from './failure.tsx';

interface Props {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Explains why a reply failed. Its text so far stays above. */
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
  const isCut = isPlatformError(error) && ['interrupted', 'truncated', 'stalled'].includes(error.kind);
  return (
    <Failure error={error} onRetry={onRetry}>
      {isCut && <p>The text so far is kept above.</p>}
    </Failure>
  );
};
