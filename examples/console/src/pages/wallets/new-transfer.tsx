import { mutation } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { createWalletsClient, type Wallet } from '@platform-sdk/wallets';
import { useMutation } from '@tanstack/react-query';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { PaymentFailure } from './insufficient.tsx';
import { Transfers } from './transfers.tsx';

/** Requests a transfer. The sender and the recipient each confirm the transfer with a code. */
export const NewTransfer = ({ from }: { readonly from: Wallet }) => {
  const { transfers } = useClient(createWalletsClient);
  const create = useMutation(mutation(transfers.create));
  return (
    <Section title="Transfer with codes">
      <Form
        label="Transfer"
        action="Request"
        isInline
        isBusy={create.isPending}
        onSubmit={({ to_wallet = '', amount = '', description = '' }, form) =>
          create.mutate(
            { from_wallet: from.addressHash, to_wallet, amount, ...(description && { description }) },
            { onSuccess: () => form.reset() },
          )
        }
      >
        <Field label="To the wallet" name="to_wallet" required autoComplete="off" />
        <Field label="Amount" name="amount" inputMode="decimal" pattern="\d+(\.\d{1,6})?" required autoComplete="off" />
        <Field label="Purpose" name="description" autoComplete="off" />
      </Form>
      {create.error && <PaymentFailure error={create.error} />}
      {create.isSuccess && <p role="status">A code is on its way to you. Confirm the transfer with it.</p>}
      <Transfers />
    </Section>
  );
};
