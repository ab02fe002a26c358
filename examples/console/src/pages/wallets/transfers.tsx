import { infiniteQuery, mutation, query, rowsOf } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { createWalletsClient, type Transfer } from '@platform-sdk/wallets';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { credits } from '../../components/credits.ts';
import { Failure } from '../../components/failure.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loading } from '../../components/loading.tsx';
import { PaymentFailure } from './insufficient.tsx';

const STATES: Readonly<Record<string, string>> = {
  pending_sender_verification: 'waits for your code',
  pending_recipient: 'waits for the recipient',
  completed: 'completed',
  rejected: 'rejected',
};

/** Shows the user's transfers. A transfer that waits for the user's code shows a form for the code. */
export const Transfers = () => {
  const { transfers } = useClient(createWalletsClient);
  const list = useInfiniteQuery(infiniteQuery(transfers.list));
  const pending = useQuery(query(transfers.pending));
  const incoming = new Set(pending.data?.map(({ id }) => id));
  const all = rowsOf(list.data);
  const others = (pending.data ?? []).filter(({ id }) => !all.some((each) => each.id === id));
  return (
    <>
      <Failure error={list.error ?? pending.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Loading />}
      {list.data && all.length + others.length === 0 && <p className="quiet">There are no transfers.</p>}
      <ul className="rows" aria-label="Transfers">
        {[...others, ...all].map((transfer) => (
          <li key={transfer.id}>
            <span>
              <strong>{credits(transfer.amount ?? 0)}</strong> {transfer.description}
              <span className="quiet">{STATES[transfer.status ?? ''] ?? transfer.status}</span>
            </span>
            {transfer.status === 'pending_sender_verification' && <Confirm transfer={transfer} />}
            {transfer.status === 'pending_recipient' && incoming.has(transfer.id) && <Accept transfer={transfer} />}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" onClick={() => void list.fetchNextPage()}>
          Show more
        </button>
      )}
    </>
  );
};

interface StepProps {
  readonly transfer: Transfer;
}

const CodeField = () => <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" required />;

const Confirm = ({ transfer: { id: transferId } }: StepProps) => {
  const { transfers } = useClient(createWalletsClient);
  const verify = useMutation(mutation(transfers.verifySender));
  return (
    <>
      <Form
        label="Confirm the transfer"
        action="Confirm"
        isInline
        isBusy={verify.isPending}
        onSubmit={({ code = '' }) => verify.mutate({ transferId, verification_code: code })}
      >
        <CodeField />
      </Form>
      {verify.error && <PaymentFailure error={verify.error} />}
    </>
  );
};

const Accept = ({ transfer: { id: transferId } }: StepProps) => {
  const { transfers } = useClient(createWalletsClient);
  const accept = useMutation(mutation(transfers.accept));
  const reject = useMutation(mutation(transfers.reject));
  const error = accept.error ?? reject.error;
  return (
    <>
      <Form
        label="Accept the transfer"
        action="Accept"
        isInline
        isBusy={accept.isPending}
        onSubmit={({ code = '' }) => accept.mutate({ transferId, verification_code: code })}
      >
        <CodeField />
      </Form>
      <button type="button" onClick={() => reject.mutate({ transferId })}>
        Reject
      </button>
      {error && <PaymentFailure error={error} />}
    </>
  );
};
