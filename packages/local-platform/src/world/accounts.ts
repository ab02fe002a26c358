import { addressKey } from '../text/contact-addresses.ts';
import type { World } from './state.ts';
import { store } from '../state/store.ts';

export interface Account {
  readonly id: string;
  /** The e-mail address or phone number of the registration. */
  readonly username: string;
  readonly method: 'email' | 'phone';
  password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: string;
  /** The pending activation code. Undefined for an activated account. */
  activationCode: string | undefined;
}

export const accountRecords = store('accounts', () => ({
  accounts: new Map<string, Account>(),
  /** Accounts, by `addressKey` of the username. */
  byUsername: new Map<string, Account>(),
}));

export const accountOf = (world: World, username: string): Account | undefined =>
  world.records(accountRecords).byUsername.get(addressKey(username));

/** The fields to set on a new account. */
export type NewAccount = Pick<Account, 'username' | 'password' | 'method'> &
  Partial<Pick<Account, 'firstName' | 'lastName' | 'activationCode'>>;

export const createAccount = (world: World, { firstName = '', lastName = '', activationCode, ...given }: NewAccount): Account => {
  const { accounts, byUsername } = world.records(accountRecords);
  const account: Account = { id: world.id(), ...given, firstName, lastName, activationCode, createdAt: world.timestamp() };
  accounts.set(account.id, account);
  byUsername.set(addressKey(account.username), account);
  return account;
};

/** Returns the account's e-mail address. Undefined if the account was registered with a phone number. */
export const emailOf = ({ method, username }: Account): string | undefined => (method === 'email' ? username : undefined);
