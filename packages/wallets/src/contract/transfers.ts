import {
  collection,
  document,
  nonEmptyString,
  object,
  operation,
  optional,
  string,
  wrappedIn,
  type PagedOperation,
} from '@platform-sdk/core/contract';
import type {
  WalletTransferRejectInput,
  TransferFields,
  WalletPage,
  WalletTransferListInput,
  Transfer,
  TransferVerification,
} from '../types.ts';
import { pageFields, pageOf, pages } from './pages.ts';
import { amount, transfer } from './schemas.ts';
import { pageNames, transferNames } from './undocumented.ts';

const coded = object<TransferVerification>({ transferId: string, verification_code: nonEmptyString });
// The API specification documents no response, so a step with an empty response succeeds.
const output = optional(document(transfer));

/** Lists the caller's transfer requests, page by page. */
export const list: PagedOperation<WalletTransferListInput, WalletPage<Transfer>, Transfer> = {
  ...operation({
    method: 'GET',
    path: '/wallet_transfers',
    credentials: 'user',
    input: object<WalletTransferListInput>(pageFields),
    output: pageOf(transfer),
    retry: 'safe',
    undocumented: { ...pageNames, ...transferNames },
  }),
  paging: pages(),
};

/** Requests a transfer. No funds move yet: the sender receives a code and verifies the request with the code. The call is sent once and never retried. Returns undefined if the response does not contain the request. */
export const create = operation({
  method: 'POST',
  path: '/wallet_transfers',
  credentials: 'user',
  input: object<TransferFields>({
    from_wallet: nonEmptyString,
    to_wallet: nonEmptyString,
    amount,
    currency: optional(nonEmptyString),
    description: optional(string),
  }),
  body: wrappedIn('wallet_transfer'),
  output,
  retry: 'single-attempt',
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

/** Verifies a transfer request with its sender's code. The recipient then receives a code. The request is sent once and never retried. */
export const verifySender = operation({
  method: 'POST',
  path: '/wallet_transfers/{transferId}/verify_sender',
  credentials: 'user',
  input: coded,
  output,
  retry: 'single-attempt',
  // Verification may reserve the funds.
  invalidates: ['/wallet_transfers', '/wallets'],
  errors: [402, 404],
  undocumented: { verification_code: 'assumed', ...transferNames },
});

/** Accepts a transfer request with its recipient's code, which moves the funds. The request is sent once and never retried. */
export const accept = operation({
  method: 'POST',
  path: '/wallet_transfers/{transferId}/accept',
  credentials: 'user',
  input: coded,
  output,
  retry: 'single-attempt',
  // The input does not contain the wallets of the request, so all wallets are invalidated.
  invalidates: ['/wallet_transfers', '/wallets'],
  errors: [402, 404],
  undocumented: { verification_code: 'assumed', ...transferNames },
});

/** Rejects a transfer request. No funds move. The request is sent once and never retried. */
export const reject = operation({
  method: 'POST',
  path: '/wallet_transfers/{transferId}/reject',
  credentials: 'user',
  input: object<WalletTransferRejectInput>({ transferId: string }),
  output,
  retry: 'single-attempt',
  // Rejection may release the funds.
  invalidates: ['/wallet_transfers', '/wallets'],
  errors: [404],
  undocumented: transferNames,
});
