import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../printable.ts';

/** Puts a question to the person at the client. */
export type Ask = (question: string, id: RequestId, signal: AbortSignal) => Promise<'allowed' | 'declined' | 'cannot-ask'>;

/** A person may need minutes, where a client waits 60 seconds for a program. */
const MAX_WAIT_MS = 10 * 60_000;

const allow = {
  type: 'boolean',
  title: 'Allow this call',
  description: 'It is sent once, with exactly this input.',
  default: false,
} as const;

/** Puts the question by elicitation. Everything but an explicit yes counts as no. */
export const createAsk =
  ({ server }: McpServer): Ask =>
  async (question, id, signal) => {
    const { elicitation } = server.getClientCapabilities() ?? {};
    // A client that only opens pages cannot show a question.
    if (!elicitation || (elicitation.url && !elicitation.form)) return 'cannot-ask';
    const requestedSchema = { type: 'object' as const, properties: { allow }, required: ['allow'] };
    const options = { timeout: MAX_WAIT_MS, signal, relatedRequestId: id };
    const reply = await server.elicitInput({ message: printable(question), requestedSchema }, options).catch(() => undefined);
    return reply?.action === 'accept' && reply.content?.['allow'] === true ? 'allowed' : 'declined';
  };
