import { addressKey } from '../addresses.ts';
import type { World } from '../world.ts';

/** A registered user. */
export interface Account {
  readonly id: string;
  /** What the account was registered with: an e-mail address or a phone number. */
  readonly username: string;
  readonly method: 'email' | 'phone';
  password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: string;
  /** The code that is awaited; none once the account is activated. */
  activationCode: string | undefined;
}

/** One sign-in: the tokens of all its refreshes end with it. */
export interface SessionRecord {
  readonly account: Account;
  ended: boolean;
}

/** A token of a session. */
export interface TokenRecord {
  readonly session: SessionRecord;
  /** In milliseconds. */
  readonly expiresAt: number;
  /** A refresh token was exchanged for another. */
  isUsed?: boolean;
}

/** A password reset that was asked for. */
export interface ResetRecord {
  readonly account: Account;
  readonly expiresAt: number;
}

export const authRecords = () => ({
  accounts: new Map<string, Account>(),
  /** By `addressKey` of the username. */
  byUsername: new Map<string, Account>(),
  accessTokens: new Map<string, TokenRecord>(),
  refreshTokens: new Map<string, TokenRecord>(),
  resets: new Map<string, ResetRecord>(),
});

export const accountOf = (world: World, username: string): Account | undefined =>
  world.records(authRecords).byUsername.get(addressKey(username));

/** What an account is made of. */
export type NewAccount = Pick<Account, 'username' | 'password' | 'method'> &
  Partial<Pick<Account, 'firstName' | 'lastName' | 'activationCode'>>;

export const createAccount = (world: World, { firstName = '', lastName = '', activationCode, ...given }: NewAccount): Account => {
  const { accounts, byUsername } = world.records(authRecords);
  const account: Account = { id: world.id(), ...given, firstName, lastName, activationCode, createdAt: world.timestamp() };
  accounts.set(account.id, account);
  byUsername.set(addressKey(account.username), account);
  return account;
};

/** The account's e-mail address, if it was registered with one. */
export const emailOf = ({ method, username }: Account): string | undefined => (method === 'email' ? username : undefined);
