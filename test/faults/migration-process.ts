/** A migration of payments that is killed at any moment and started again. It pays each order once, by `payOnce` alone. */
import { createPlatform } from '@platform-sdk/core';
import { createWalletsClient } from '@platform-sdk/wallets';
import { fileJournal } from '@platform-sdk/wallets/node';

interface Migration {
  readonly origin: string;
  readonly accessToken: string;
  /** Without it, each payment reads the list of transactions first. */
  readonly journal: string | undefined;
  readonly payment: { readonly from_wallet: string; readonly to_wallet: string; readonly source_asset: string };
  readonly orders: readonly string[];
}

const { origin, accessToken, journal: path, payment, orders } = JSON.parse(process.argv[2] ?? '') as Migration;
const platform = createPlatform({ apiKey: 'local-api-key', accessToken, baseUrls: { organizations: `${origin}/control/v1` } });
const wallets = createWalletsClient(platform);
const journal = path === undefined ? {} : { journal: fileJournal(path) };
for (const reference of orders) await wallets.payOnce({ ...payment, amount: 1 }, { reference, settleMs: 500, ...journal });
