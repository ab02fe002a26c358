import { addressKey } from '../text/contact-addresses.ts';
import type { World } from './state.ts';
import { store } from '../state/store.ts';

/** A registered user. */
export interface Account {
  readonly id: string;
  /** The e-mail address or the phone number that the account was registered with. */
  readonly username: string;
  readonly method: 'email' | 'phone';
  password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: string;
  /** The expected code. None after the account is activated. */
  activationCode: string | undefined;
}

export const accountRecords = store('accounts', () => ({
  accounts: new Map<string, Account>(),
  /** By `addressKey` of the username. */
  byUsername: new Map<string, Account>(),
}));

export const accountOf = (world: World, username: string): Account | undefined =>
  world.records(accountRecords).byUsername.get(addressKey(username));

/** The fields of a new account. */
export type NewAccount = Pick<Account, 'username' | 'password' | 'method'> &
  Partial<Pick<Account, 'firstName' | 'lastName' | 'activationCode'>>;

export const createAccount = (world: World, { firstName = '', lastName = '', activationCode, ...given }: NewAccount): Account => {
  const { accounts, byUsername } = world.records(accountRecords);
  const account: Account = { id: world.id(), ...given, firstName, lastName, activationCode, createdAt: world.timestamp() };
  accounts.set(account.id, account);
  byUsername.set(addressKey(account.username), account);
  return account;
};

/** The account's e-mail address, if it was registered with one. */
export const emailOf = ({ method, username }: Account): string | undefined => (method === 'email' ? username : undefined);
