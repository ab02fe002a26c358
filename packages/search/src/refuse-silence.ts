import { inputError } from '@platform-sdk/core/contract';
import type { Message } from './types.ts';

/** Refuses a conversation of nothing, which no schema can. */
export const refuseSilence = (name: string, { messages }: { readonly messages?: readonly Message[] }): void => {
  if (messages?.length === 0) throw inputError(`${name}: messages is empty`, 'messages', name);
};
