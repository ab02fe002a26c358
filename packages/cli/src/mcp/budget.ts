import type { Platform } from '@platform-sdk/core';
import { isInsufficientCreditsError, isPlatformError, membersOf } from '@platform-sdk/core/internal';
import { createWalletsClient } from '@platform-sdk/wallets';
import type { OperationEntry } from '../operations/operations.ts';
import type { Input } from './references.ts';

/** The limits for the calls and credits of agents. */
export interface BudgetLimits {
  /** The maximum number of calls. Default: no limit. */
  readonly maxCalls?: number | undefined;
  /** The maximum number of credits. Default: no limit. */
  readonly maxCredits?: number | undefined;
  /** The wallet that pays for billed calls. The decrease of its balance during a call is the price. Default: prices are unknown. */
  readonly wallet?: string | undefined;
  /** The maximum price of one billed call, in credits. It is reserved until the real price is known. Default: unknown. */
  readonly maxPrice?: number | undefined;
}

/** Counts the use of a budget. With a store in Redis, several processes share the count. */
export interface BudgetStore {
  /** Adds one call and its credits, and returns undefined. If that would exceed a limit, adds nothing and returns the limit's name. */
  readonly take: (credits: number, limits: BudgetLimits) => Promise<'calls' | 'credits' | undefined>;
  /** Adds credits without checking a limit. The number may be negative. */
  readonly settle: (credits: number) => Promise<void>;
  /** Completes the sentence "The count begins again ...". */
  readonly beginsAgain: string;
  readonly close?: () => void;
}

/** A call that the budget allows. */
interface Reservation {
  /** Replaces the reserved price with the real price. `failure` is the error of the call. */
  readonly settle: (failure?: unknown) => Promise<void>;
}

export interface Budget {
  /** Returns why a call cannot fit into the budget, or undefined. Sends nothing. */
  readonly refusal: (entry: OperationEntry, input: Input) => string | undefined;
  /** Subtracts the call and its price from the budget. Returns the reason if the budget rejects the call. May read the wallet's balance. */
  readonly reserve: (entry: OperationEntry, input: Input) => Promise<Reservation | string>;
}

/** Creates a store that counts within this process. */
export const inProcessStore = (): BudgetStore => {
  const used = { calls: 0, credits: 0 };
  return {
    async take(credits, { maxCalls = Infinity, maxCredits = Infinity }) {
      if (used.calls + 1 > maxCalls) return 'calls';
      if (credits > 0 && used.credits + credits > maxCredits) return 'credits';
      used.calls += 1;
      used.credits += credits;
      return undefined;
    },
    async settle(credits) {
      used.credits += credits;
    },
    beginsAgain: 'when the server restarts',
  };
};

/** Returns whether a call can cost credits: it is billed, contains an amount, or documents 402 for a wallet without credits. */
const spends = ({ operation, isBilled }: OperationEntry, input: Input): boolean =>
  isBilled || operation.errors?.includes(402) === true || 'amount' in input;

/** Returns the amount of a payment, as a number even if the input contains a string. Undefined for a billed call. */
const amountOf = ({ isBilled }: OperationEntry, input: Input): number | undefined => {
  if (isBilled) return undefined;
  const amount = Number(input['amount']);
  // Without an amount, such as in the second step of a transfer, a payment never fits into a budget.
  return amount >= 0 ? amount : Infinity;
};

const FREE: Reservation = { settle: async () => undefined };

/** Creates the budget of a server. Calls that cost credits run one after another, so that the balance shows the price of each call. */
export const createBudget = (limits: BudgetLimits, store: BudgetStore, platform: Platform, signIn: () => Promise<void>): Budget => {
  const { maxCalls, maxCredits, maxPrice, wallet } = limits;
  /** The highest price so far, by operation. */
  const seen = new Map<string, number>();
  let queue: Promise<unknown> = Promise.resolve();

  const balanceNow = async (): Promise<number | undefined> => {
    if (wallet === undefined) return undefined;
    const found = await signIn()
      .then(() => createWalletsClient(platform).get({ addressHash: wallet }, { forceRefresh: true }))
      .catch(() => undefined);
    return typeof found?.balance === 'number' ? found.balance : undefined;
  };

  /** Returns the amount of a payment. For a billed call, returns the larger of `maxPrice` and its highest price so far, or undefined. */
  const priceOf = (entry: OperationEntry, input: Input): number | undefined => {
    const known = seen.get(entry.name);
    return amountOf(entry, input) ?? (known === undefined ? maxPrice : Math.max(known, maxPrice ?? 0));
  };

  const raise = (option: string): string => `Ask the person to restart the server with a larger ${option}.`;
  const callsUsed = `The budget of calls is used up: --max-calls is ${maxCalls}. Nothing was sent. ${raise('--max-calls')} The count begins again ${store.beginsAgain}.`;

  const refusal: Budget['refusal'] = (entry, input) => {
    if (maxCredits === undefined || !spends(entry, input)) return undefined;
    const price = priceOf(entry, input);
    if (price === undefined && wallet === undefined)
      return `The price of ${entry.name} is unknown, and the budget is ${maxCredits} credits. Ask the person to restart the server with --wallet or --max-price.`;
    if (price === Infinity) return `The input of ${entry.name} does not contain its amount, so a budget of credits does not allow it.`;
    return price !== undefined && price > maxCredits
      ? `The price of ${price} credits exceeds the budget of ${maxCredits} credits. ${raise('--max-credits')}`
      : undefined;
  };

  /** Reserves the expected price of a call. After the call, the decrease of the balance is the real price. */
  const reserveCredits = async (entry: OperationEntry, input: Input): Promise<Reservation | string> => {
    const before = entry.isBilled ? await balanceNow() : undefined;
    const price = priceOf(entry, input) ?? before;
    if (price === undefined) return `The price of ${entry.name} is unknown: the balance of the wallet could not be read. Nothing was sent.`;
    const isKnown = priceOf(entry, input) !== undefined;
    const exceeded = await store.take(price, limits);
    if (exceeded === 'calls') return callsUsed;
    if (exceeded === 'credits')
      return isKnown
        ? `The rest of the budget of credits does not cover ${entry.name}, which may cost ${price}: --max-credits is ${maxCredits}. Nothing was sent. ${raise('--max-credits')} The count begins again ${store.beginsAgain}.`
        : `The price of ${entry.name} is unknown, and its wallet contains more credits (${price}) than the budget of ${maxCredits} credits has left. Nothing was sent. Ask the person for --max-price, or for a wallet with fewer credits.`;
    return {
      async settle(failure) {
        const needed = requiredAmount(failure);
        if (needed !== undefined) seen.set(entry.name, Math.max(needed, seen.get(entry.name) ?? 0));
        if (isUnsent(failure)) return store.settle(-price);
        const after = before === undefined ? undefined : await balanceNow();
        const spent = before === undefined || after === undefined ? 0 : before - after;
        // If the balance is unknown or has not decreased, the real price is unknown, and the reserved price is kept.
        if (spent <= 0) return;
        seen.set(entry.name, Math.max(spent, seen.get(entry.name) ?? 0));
        await store.settle(spent - price);
      },
    };
  };

  return {
    refusal,
    async reserve(entry, input) {
      if (maxCredits === undefined || !spends(entry, input)) return (await store.take(0, limits)) ? callsUsed : FREE;
      const before = queue;
      let end = (): void => undefined;
      queue = new Promise<void>((resolve) => (end = resolve));
      await before;
      const found = await reserveCredits(entry, input).catch((error: unknown) => {
        end();
        throw error;
      });
      if (typeof found !== 'string') return { settle: (failure) => found.settle(failure).finally(end) };
      end();
      return found;
    },
  };
};

/** Returns the price of the call from a 402 response. */
const requiredAmount = (failure: unknown): number | undefined => {
  const amount = isInsufficientCreditsError(failure) ? membersOf(membersOf(failure.body)['error'])['required_amount'] : undefined;
  return typeof amount === 'number' ? amount : undefined;
};

/** Returns whether a failed call certainly cost nothing. */
const isUnsent = (failure: unknown): boolean => isPlatformError(failure) && ['not-sent', 'rejected'].includes(failure.outcome ?? '');
