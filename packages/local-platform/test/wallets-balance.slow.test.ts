import { expect, it } from 'vitest';
import { idIn, type RawAnswer } from './raw-request.ts';
import { attributesIn, createWalletScene, listedWallets, type WalletScene } from './wallets-scene.ts';

/** Pseudorandom numbers between 0 and 1, the same for the same seed: mulberry32. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const millionths = (amount: number): bigint => BigInt(amount.toFixed(6).replace('.', ''));

const people = ['mia', 'zoe', 'olga'] as const;
type Person = (typeof people)[number];

interface Attempt {
  readonly kind: string;
  readonly answer: RawAnswer;
  readonly amount: number;
}

/** Creates players that run one random operation at a time. Some operations are invalid: by a stranger, too large, too precise, or with a wrong code. */
const createPlayers = (scene: WalletScene, random: () => number) => {
  const { as, own, operating, platform, credit } = scene;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const mostly = <Item>(right: Item, ...others: readonly Item[]): Item => (random() < 0.85 ? right : pick(others));
  const wallets = [own.mia, own.zoe, own.olga, operating];
  const transfers: string[] = [];

  const amount = (): number => {
    const scale = pick([1, 100, 1_000_000]);
    return mostly((1 + Math.floor(random() * 20 * scale)) / scale, 0.1 + 0.2, 0.000001, 500);
  };
  const source = (who: Person): string => mostly(who === 'olga' ? pick([own.olga, operating]) : own[who], ...wallets);
  const assets = (): { source_asset: string; target_asset: string; metadata: object } => {
    const metadata = { token_prices: { GOLD: pick([0.37, 3, 7.5]), CREDITS: 1 } };
    return random() < 0.6
      ? { source_asset: 'CREDITS', target_asset: 'GOLD', metadata }
      : { source_asset: 'GOLD', target_asset: 'CREDITS', metadata };
  };
  const transact = (who: Person, transaction: object) => as(who, 'POST /wallets/transact', { transaction });

  /** Runs a step of one of the latest transfers, usually as the recipient of its last code. */
  const step = (verb: string, chosen: Person): Promise<RawAnswer> => {
    const id = pick(['none', ...transfers].slice(-4));
    const message = platform.inbox.all.findLast(({ transferId }) => transferId === id);
    const addressed = people.find((name) => message?.to.startsWith(name)) ?? chosen;
    const body = verb === 'reject' ? undefined : { verification_code: mostly(message?.code ?? 'none', '000000') };
    return as(mostly(addressed, chosen), `POST /wallet_transfers/${id}/${verb}`, body);
  };

  const moves: Record<string, (who: Person, funds: number) => Promise<RawAnswer>> = {
    credit: (_, funds) => credit(pick(wallets), funds),
    debit: (who, funds) => as(who, `POST /wallets/${source(who)}/debits`, { debit: { amount: funds } }),
    transfer: (who, funds) => transact(who, { from_wallet: source(who), to_wallet: pick(wallets), amount: funds, source_asset: 'CREDITS' }),
    conversion: (who, funds) => transact(who, { from_wallet: source(who), amount: funds, ...assets() }),
    both: (who, funds) => transact(who, { from_wallet: source(who), to_wallet: pick(wallets), amount: funds, ...assets() }),
    async request(who, funds) {
      const answer = await as(who, 'POST /wallet_transfers', {
        wallet_transfer: { from_wallet: source(who), to_wallet: pick(wallets), amount: funds },
      });
      if (answer.status === 200) transfers.push(idIn(answer));
      return answer;
    },
    verify: (who) => step('verify_sender', who),
    accept: (who) => step('accept', who),
    reject: (who) => step('reject', who),
  };
  const kinds = [...Object.keys(moves), 'credit', 'credit', 'request', 'verify', 'verify', 'accept'];

  return async (): Promise<Attempt> => {
    const kind = pick(kinds);
    const funds = amount();
    return { kind, amount: funds, answer: await moves[kind]!(pick(people), funds) };
  };
};

/** Returns how an attempt changes the total credits of all wallets, in millionths. */
const change = ({ kind, amount, answer }: Attempt): bigint => {
  if (answer.status !== 200) return 0n;
  if (kind === 'credit') return millionths(amount);
  if (kind === 'debit') return -millionths(amount);
  if (kind !== 'conversion' && kind !== 'both') return 0n;
  // The exchange receives the source amount, and pays the target amount.
  const { source_asset, metadata } = attributesIn(answer) as { source_asset: string; metadata: { target_amount: number } };
  return source_asset === 'CREDITS' ? -millionths(amount) : millionths(metadata.target_amount);
};

const balancesOf = async ({ platform, tokens }: WalletScene): Promise<Map<string, number>> => {
  const lists = await Promise.all(people.map((name) => listedWallets(platform, tokens[name])));
  return new Map(lists.flat().map(({ attributes: { addressHash, balance } }) => [addressHash, balance]));
};

interface Recorded {
  readonly amount: number;
  readonly from_wallet?: string;
  readonly to_wallet?: string;
  readonly source_asset?: string;
  readonly target_asset?: string;
  readonly metadata?: { readonly target_amount?: number };
}

/** Returns the sum of a wallet's recorded transactions of credits, in millionths. */
const recordedSum = async ({ as, own }: WalletScene, addressHash: string): Promise<bigint> => {
  const name = people.find((person) => own[person] === addressHash) ?? 'olga';
  let sum = 0n;
  for (let page = 1; ; page++) {
    const { body } = await as(name, `GET /wallets/${addressHash}/transactions?per_page=100&page=${page}`);
    const { data } = body as { data: { attributes: Recorded }[] };
    if (data.length === 0) return sum;
    for (const { attributes } of data) {
      const { amount, from_wallet, to_wallet, source_asset, target_asset, metadata } = attributes;
      if (from_wallet === addressHash && source_asset === 'CREDITS') sum -= millionths(amount);
      if (to_wallet === addressHash && target_asset === 'CREDITS') sum += millionths(metadata?.target_amount ?? amount);
    }
  }
};

const STEPS = 400;

it.each([1, 20_260_101, 387_421, 4_294_967_295])(
  `balances are correct after each of ${STEPS} random operations, and are never negative: seed %i`,
  async (seed) => {
    const scene = await createWalletScene();
    const attempt = createPlayers(scene, randomFrom(seed));
    const done: Record<string, number> = {};
    const refused: Record<string, number> = {};
    let expected = 0n;
    let balances = new Map<string, number>();

    for (let step = 0; step < STEPS; step++) {
      const made = await attempt();
      expected += change(made);
      const { status } = made.answer;
      if (status === 200) done[made.kind] = (done[made.kind] ?? 0) + 1;
      else refused[status] = (refused[status] ?? 0) + 1;

      balances = await balancesOf(scene);
      const values = [...balances.values()];
      expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
      expect(values.reduce((sum, balance) => sum + millionths(balance), 0n)).toBe(expected);
    }

    for (const [addressHash, balance] of balances) await expect(recordedSum(scene, addressHash)).resolves.toBe(millionths(balance));
    console.log(`seed ${seed}: done ${JSON.stringify(done)}, rejected ${JSON.stringify(refused)}`);
    // The test covers enough only if each of these operations succeeded at least once.
    expect(Object.keys(done).toSorted()).toEqual([
      'accept',
      'both',
      'conversion',
      'credit',
      'debit',
      'reject',
      'request',
      'transfer',
      'verify',
    ]);
    expect(Object.keys(refused)).toEqual(expect.arrayContaining(['402', '403', '404', '422']));
    expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBeLessThan(STEPS * 0.6);
  },
);

it('50 concurrent payments of a credit spend only the 20 credits of the wallet', async () => {
  const { as, own, credit, balance } = await createWalletScene();
  await credit(own.mia, 20);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? as('mia', `POST /wallets/${own.mia}/debits`, { debit: { amount: 1 } })
        : as('mia', 'POST /wallets/transact', {
            transaction: { from_wallet: own.mia, to_wallet: own.zoe, amount: 1, source_asset: 'CREDITS' },
          }),
    ),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(30);
  await expect(balance('mia', own.mia)).resolves.toBe(0);
});
