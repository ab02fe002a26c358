import { addressKey } from './addresses.ts';

/** An e-mail or SMS that the platform "sent". */
export interface Message {
  readonly channel: 'email' | 'sms';
  /** The e-mail address or phone number, as it was given. */
  readonly to: string;
  readonly kind: 'activation' | 'password-reset' | 'invitation' | 'transfer';
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  /** The 6-digit code of an activation or a transfer. Absent in other messages. */
  readonly code?: string;
  /** The token of a password reset. Absent in other messages. */
  readonly token?: string;
  /** The id of an invitation. Absent in other messages. */
  readonly invitationId?: string;
  /** The id of a transfer. Absent in other messages. */
  readonly transferId?: string;
}

/** The e-mails and SMS that the platform "sent", oldest first. */
export interface Inbox {
  readonly all: readonly Message[];
  /** The last message to an e-mail address or phone number. */
  latest(address: string): Message | undefined;
  /** Calls `listener` for every message. Returns an unsubscribe function. */
  subscribe(listener: (message: Message) => void): () => void;
}

/** The inbox as the rules see it. */
export interface Outbox extends Inbox {
  send(message: Message): void;
  clear(): void;
}

export const createInbox = (): Outbox => {
  const messages: Message[] = [];
  const listeners = new Set<(message: Message) => void>();
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
      messages.push(message);
      for (const listener of listeners) listener(message);
    },
    clear: () => void messages.splice(0),
  };
};
