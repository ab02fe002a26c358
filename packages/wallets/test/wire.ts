import { createPlatform, type PlatformOptions } from '@platform-sdk/core';
import { createWalletsClient, type WalletsClient, type WalletsClientOptions } from '@platform-sdk/wallets';

/** One request of the client. */
export interface Sent {
  /** Method and address. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body. */
  readonly body: string;
}

type Answer = Response | Error;

/** A client and its requests. */
export interface Wire {
  readonly wallets: WalletsClient;
  readonly sent: Sent[];
}

/** A client whose requests get these responses in turn, then the last one again. */
export const wire = (answers: readonly Answer[], options: PlatformOptions = {}, settings: WalletsClientOptions = {}): Wire => {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const answer = answers[Math.min(sent.length, answers.length - 1)];
    sent.push({
      line: `${method} ${url}`,
      headers: Object.fromEntries([...headers].filter(([name]) => name !== 'content-length')),
      body: await request.text(),
    });
    if (answer instanceof Response) return answer.clone();
    throw answer ?? new Error('No response was prepared');
  };
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

/** A JSON response. */
export const json = (document: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(document, { status, headers });

/** The headers of every call of a signed-in user. */
export const userHeaders = { accept: 'application/json', 'api-key': 'app-1', authorization: 'Bearer bearer-1' };
/** The same, with a body. */
export const userBodyHeaders = { ...userHeaders, 'content-type': 'application/json' };

/** A wallet's body with the given attributes. */
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

/** The same, unwrapped. */
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

/** A transaction's body. */
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

/** A transfer request's body. */
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

/** The rejection of a promise that must reject. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
};
