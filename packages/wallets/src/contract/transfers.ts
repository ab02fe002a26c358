import { collection, document, filled, object, operation, optional, string, under, type PagedOperation } from '@platform-sdk/core/contract';
import type { InTransfer, NewTransfer, Page, PageQuery, Transfer, TransferCode } from '../types.ts';
import { pageFields, pageOf, pages } from './pages.ts';
import { amount, transfer } from './schemas.ts';
import { pageNames, transferNames } from './undocumented.ts';

const coded = object<TransferCode>({ transferId: string, verification_code: filled });
// No document shows an answer: one without a body must not make a step fail.
const output = optional(document(transfer));

/** Lists the caller's transfer requests, page by page. */
export const list: PagedOperation<PageQuery, Page<Transfer>, Transfer> = {
  ...operation({
    method: 'GET',
    path: '/wallet_transfers',
    credentials: 'user',
    input: object<PageQuery>(pageFields),
    output: pageOf(transfer),
    retry: 'safe',
    undocumented: { ...pageNames, ...transferNames },
  }),
  paging: pages(),
};

/** Requests a transfer. No funds move yet: the sender is sent a code, with which they verify it. Sent once, whatever `retry` says. Returns the request when the service responds with it. */
export const create = operation({
  method: 'POST',
  path: '/wallet_transfers',
  credentials: 'user',
  input: object<NewTransfer>({
    from_wallet: filled,
    to_wallet: filled,
    amount,
    currency: optional(filled),
    description: optional(string),
  }),
  body: under('wallet_transfer'),
  output,
  retry: 'once',
  invalidates: ['/wallet_transfers'],
  errors: [402],
  undocumented: {
    wallet_transfer: 'assumed',
    'wallet_transfer.from_wallet': 'assumed',
    'wallet_transfer.to_wallet': 'assumed',
    'wallet_transfer.amount': 'assumed',
    'wallet_transfer.currency': 'assumed',
    'wallet_transfer.description': 'assumed',
    ...transferNames,
  },
});

/** Lists the transfer requests that await an action of the caller. */
export const pending = operation({
  method: 'GET',
  path: '/wallet_transfers/pending',
  credentials: 'user',
  input: object<{}>({}),
  output: collection(transfer),
  retry: 'safe',
  undocumented: transferNames,
});

/** Verifies a transfer request with its sender's code; its recipient is then sent one. Sent once, whatever `retry` says. */
export const verifySender = operation({
  method: 'POST',
  path: '/wallet_transfers/{transferId}/verify_sender',
  credentials: 'user',
  input: coded,
  output,
  retry: 'once',
  // It may set the funds aside.
  invalidates: ['/wallet_transfers', '/wallets'],
  errors: [402, 404],
  undocumented: { verification_code: 'assumed', ...transferNames },
});

/** Accepts a transfer request with its recipient's code: the funds move. Sent once, whatever `retry` says. */
export const accept = operation({
  method: 'POST',
  path: '/wallet_transfers/{transferId}/accept',
  credentials: 'user',
  input: coded,
  output,
  retry: 'once',
  // The request knows which wallets these are, the caller need not.
  invalidates: ['/wallet_transfers', '/wallets'],
  errors: [402, 404],
  undocumented: { verification_code: 'assumed', ...transferNames },
});

/** Rejects a transfer request: no funds move. Sent once, whatever `retry` says. */
export const reject = operation({
  method: 'POST',
  path: '/wallet_transfers/{transferId}/reject',
  credentials: 'user',
  input: object<InTransfer>({ transferId: string }),
  output,
  retry: 'once',
  // It may release the funds.
  invalidates: ['/wallet_transfers', '/wallets'],
  errors: [404],
  undocumented: transferNames,
});
