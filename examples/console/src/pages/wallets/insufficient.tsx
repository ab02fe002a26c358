import { isInsufficientCreditsError } from '@platform-sdk/wallets';
import { credits } from '../../components/credits.ts';
import { Failure } from '../../components/failure.tsx';

/** The fields of a checked wallet that the page shows. */
interface Checked {
  readonly addressHash?: string;
  readonly balance?: number;
}

/** Explains a failed payment. If there are too few credits, shows the amounts that the service sent. */
export const PaymentFailure = ({ error }: { readonly error: unknown }) => {
  if (!isInsufficientCreditsError(error)) return <Failure error={error} />;
  const { required_amount, checked_wallets = [] } = { ...error.body?.error };
  const wallets = checked_wallets as readonly Checked[];
  return (
    <div className="failure" role="alert">
      <p>
        <strong>There are too few credits.</strong> Nothing was paid.
      </p>
      {required_amount !== undefined && <p>Needed: {credits(required_amount)}.</p>}
      {wallets.map(({ addressHash, balance }, index) =>
        balance === undefined ? null : (
          <p key={addressHash ?? index}>
            In the wallet: {credits(balance)}
            {required_amount !== undefined && <>, so {credits(Number((required_amount - balance).toFixed(6)))} are missing</>}.
          </p>
        ),
      )}
    </div>
  );
};
