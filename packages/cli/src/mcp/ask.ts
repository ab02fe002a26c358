import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../printable.ts';

/** Shows a question to the user of the client, and returns the reply. */
export type Ask = (question: string, id: RequestId, signal: AbortSignal) => Promise<'allowed' | 'declined' | 'cannot-ask'>;

/** The time limit for the user's reply. The protocol's default of 60 seconds is too short for people. */
const MAX_WAIT_MS = 10 * 60_000;

const allow = {
  type: 'boolean',
  title: 'Allow this call',
  description: 'It is sent once, with exactly this input.',
  default: false,
} as const;

/** Creates a function that sends the question by elicitation. Only an explicit consent allows the call. */
export const createAsk =
  ({ server }: McpServer): Ask =>
  async (question, id, signal) => {
    const { elicitation } = server.getClientCapabilities() ?? {};
    // A client that only supports elicitation by URL cannot show a question.
    if (!elicitation || (elicitation.url && !elicitation.form)) return 'cannot-ask';
    const requestedSchema = { type: 'object' as const, properties: { allow }, required: ['allow'] };
    const options = { timeout: MAX_WAIT_MS, signal, relatedRequestId: id };
    const reply = await server.elicitInput({ message: printable(question), requestedSchema }, options).catch(() => undefined);
    return reply?.action === 'accept' && reply.content?.['allow'] === true ? 'allowed' : 'declined';
  };
