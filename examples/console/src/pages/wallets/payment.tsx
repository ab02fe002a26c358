import { mutation } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { createWalletsClient, isReconcilableError, type Wallet } from '@platform-sdk/wallets';
import type { Platform } from '@platform-sdk/core';
import { useMutation } from '@tanstack/react-query';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { credits } from '../../components/credits.ts';
import { PaymentFailure } from './insufficient.tsx';

/** With a reference, the client can find a payment whose response was lost. */
const createPayingClient = (platform: Platform) => createWalletsClient(platform, { reference: 'client_reference' });

/** Pays another wallet immediately. */
export const Payment = ({ from }: { readonly from: Wallet }) => {
  const wallets = useClient(createPayingClient);
  const pay = useMutation(mutation(wallets.transact));
  const lost = isReconcilableError(pay.error) ? pay.error : undefined;
  const reconcile = useMutation({ mutationFn: async () => lost?.reconcile() });
  return (
    <Section title="Pay">
      <Form
        label="Pay"
        action="Pay"
        isInline
        isBusy={pay.isPending}
        onSubmit={({ to_wallet = '', amount = '' }, form) =>
          pay.mutate({ from_wallet: from.addressHash, to_wallet, amount, source_asset: from.currency }, { onSuccess: () => form.reset() })
        }
      >
        <Field label="To the wallet" name="to_wallet" required autoComplete="off" />
        <Field label="Amount" name="amount" inputMode="decimal" pattern="\d+(\.\d{1,6})?" required autoComplete="off" />
      </Form>
      {pay.isSuccess && <p role="status">Paid: {credits(pay.data?.amount ?? 0)}.</p>}
      {pay.error && <PaymentFailure error={pay.error} />}
      {lost && (
        <p>
          <button type="button" onClick={() => reconcile.mutate()}>
            Was it paid?
          </button>{' '}
          <span role="status">{reconcile.data && `The list of transactions: ${reconcile.data.result}.`}</span>
        </p>
      )}
    </Section>
  );
};
