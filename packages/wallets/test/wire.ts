import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { createWalletsClient, type WalletsClient, type WalletsClientOptions } from '@platform-sdk/wallets';
import { type LineAnswer, recordingLines, type SentLine } from '@platform-sdk/test-helpers';

export { failureOf, json } from '@platform-sdk/test-helpers';
export type { SentLine as Sent } from '@platform-sdk/test-helpers';

export interface Wire {
  readonly wallets: WalletsClient;
  readonly sent: SentLine[];
}

/** Creates a client whose requests get these responses in turn, and then the last response again. */
export const wire = (answers: readonly LineAnswer[], options: PlatformOptions = {}, settings: WalletsClientOptions = {}): Wire => {
  const { fetch, sent } = recordingLines(answers);
  const platform = createPlatform({
    apiKey: 'app-1',
    accessToken: 'bearer-1',
    baseUrls: { organizations: 'https://api.test/v1' },
    validation: 'throw',
    fetch,
    ...options,
  });
  return { sent, wallets: createWalletsClient(platform, settings) };
};

/** The headers of every call of a signed-in user. */
export const userHeaders = { accept: 'application/json', 'api-key': 'app-1', authorization: 'Bearer bearer-1' };
export const userBodyHeaders = { ...userHeaders, 'content-type': 'application/json' };

export const walletDocument = (attributes: object = {}): object => ({
  id: 'w-1',
  type: 'wallet',
  attributes: {
    addressHash: '0xA1',
    entityType: 'user',
    entityId: 'u-1',
    purpose: 'general',
    currency: 'CREDITS',
    balance: 40.5,
    ...attributes,
  },
});

/** The same wallet, without its envelope. */
export const someWallet = {
  id: 'w-1',
  type: 'wallet',
  addressHash: '0xA1',
  entityType: 'user',
  entityId: 'u-1',
  purpose: 'general',
  currency: 'CREDITS',
  balance: 40.5,
};

export const transactionDocument = (id: string, attributes: object = {}): object => ({
  id,
  type: 'transaction',
  attributes: {
    transaction_type: 'wallet_transfer',
    amount: 5,
    from_wallet: '0xA1',
    to_wallet: '0xB2',
    source_asset: 'CREDITS',
    target_asset: 'CREDITS',
    status: 'completed',
    created_at: '2026-01-15T12:00:00.000Z',
    ...attributes,
  },
});

export const transferDocument = (attributes: object = {}): object => ({
  id: 't-1',
  type: 'wallet_transfer',
  attributes: {
    from_wallet: '0xA1',
    to_wallet: '0xB2',
    amount: 5,
    currency: 'CREDITS',
    description: null,
    status: 'pending_sender_verification',
    created_at: '2026-01-15T12:00:00.000Z',
    updated_at: '2026-01-15T12:00:00.000Z',
    ...attributes,
  },
});

export const lost = (): Error =>
  Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
