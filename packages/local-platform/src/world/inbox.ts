import { addressKey } from '../text/contact-addresses.ts';

/** An e-mail or SMS that the platform "sent". */
export interface InboxMessage {
  readonly channel: 'email' | 'sms';
  /** The e-mail address or phone number, as the caller wrote it. */
  readonly to: string;
  readonly kind: 'activation' | 'password-reset' | 'invitation' | 'transfer';
  readonly text: string;
  /** The time, in ISO 8601. */
  readonly at: string;
  /** The 6-digit code of an activation or a transfer. */
  readonly code?: string;
  /** The token of a password reset. */
  readonly token?: string;
  /** The id of an invitation. */
  readonly invitationId?: string;
  /** The id of a transfer. */
  readonly transferId?: string;
}

/** The e-mails and SMS that the platform "sent". */
export interface Inbox {
  /** The messages, oldest first. The inbox contains at most the last 1,000 messages. */
  readonly all: readonly InboxMessage[];
  /** Returns the last message to an e-mail address or phone number. */
  latest(address: string): InboxMessage | undefined;
  /** Calls `listener` for every message. Returns an unsubscribe function. */
  subscribe(listener: (message: InboxMessage) => void): () => void;
}

/** The inbox with the methods that rules need. */
export interface Outbox extends Inbox {
  send(message: InboxMessage): void;
  /** Replaces all messages without calling listeners. */
  replace(messages: readonly InboxMessage[]): void;
  clear(): void;
}

/** The maximum number of stored messages, and the maximum number of characters in all of them. */
const MAX_MESSAGES = 1000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

const lengthOf = ({ to, text }: InboxMessage): number => to.length + text.length;

export const createInbox = (): Outbox => {
  const messages: InboxMessage[] = [];
  let characters = 0;
  const listeners = new Set<(message: InboxMessage) => void>();
  return {
    all: messages,
    latest(address) {
      const key = addressKey(address);
      return messages.findLast(({ to }) => addressKey(to) === key);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send(message) {
      messages.push(Object.freeze(message));
      characters += lengthOf(message);
      // The newest message is never removed, whatever its length.
      while (messages.length > 1 && (messages.length > MAX_MESSAGES || characters > MAX_CHARACTERS))
        characters -= lengthOf(messages.shift() as InboxMessage);
      for (const listener of listeners) listener(message);
    },
    replace(others) {
      messages.length = 0;
      for (const message of others.slice(-MAX_MESSAGES)) messages.push(message);
      characters = messages.reduce((sum, message) => sum + lengthOf(message), 0);
    },
    clear() {
      messages.length = 0;
      characters = 0;
    },
  };
};
