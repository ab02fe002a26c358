/** Sends one chat with each client. Every client uses its default retries. */
import { createGatewayClient, getMessageText } from '@platform-sdk/gateway';
import { isPlatformError } from '@platform-sdk/core';
import OpenAI from 'openai';
import { REPLY } from './gateway.ts';

/** A client that sends a chat. `chat` returns the text that a program would show, and `describe` describes a failure. */
export interface ChatClient {
  readonly name: string;
  chat(baseUrl: string, isStream: boolean): Promise<unknown>;
  describe(error: unknown): string;
}

const TIMEOUT_MS = 1000;
const messages = [{ role: 'user' as const, content: 'What is a difference engine?' }];

export const openaiClient: ChatClient = {
  name: 'openai',
  async chat(baseURL, isStream) {
    const client = new OpenAI({ baseURL, apiKey: 'key', timeout: TIMEOUT_MS });
    if (!isStream) {
      const completion = await client.chat.completions.create({ model: 'auto', messages });
      return typeof completion === 'string'
        ? completion
        : (completion.choices as typeof completion.choices | undefined)?.[0]?.message.content;
    }
    let text = '';
    for await (const { choices } of await client.chat.completions.create({ model: 'auto', messages, stream: true }))
      text += choices[0]?.delta.content ?? '';
    return text;
  },
  describe: (error) => `throws \`${error instanceof Error ? error.constructor.name : String(error)}\``,
};

export const ownClient: ChatClient = {
  name: 'this SDK',
  async chat(baseUrl, isStream) {
    const gateway = createGatewayClient({ baseUrl, apiKey: 'key', timeoutMs: TIMEOUT_MS });
    if (!isStream) {
      const [choice] = (await gateway.chat({ model: 'auto', messages })).choices;
      return choice && getMessageText(choice.message);
    }
    let text = '';
    for await (const part of gateway.chatStream({ model: 'auto', messages }).text()) text += part;
    return text;
  },
  describe: (error) => (isPlatformError(error) ? `throws \`${error.kind}\`, outcome \`${error.outcome}\`` : `throws ${String(error)}`),
};

/** Describes what a program received. */
export const describeText = (text: unknown): string => {
  if (text === REPLY) return 'returns the reply';
  if (text === undefined) return 'returns an object without a reply';
  if (typeof text === 'string' && text.startsWith('<')) return '**returns the HTML as a completion**';
  return `**returns half of the reply as a complete reply**`;
};
