import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../printable.ts';

/** The reply of a person. */
export type Answer = 'allowed' | 'declined' | 'cannot-ask';

/** Asks the person at the client. */
export type Ask = (question: string, request: { readonly id: RequestId; readonly signal: AbortSignal }) => Promise<Answer>;

/** A person may need minutes, where a client waits 60 seconds for a program. */
const MAX_WAIT_MS = 10 * 60_000;

/** Asks by elicitation. Everything but an explicit yes counts as no. */
export const createAsk =
  ({ server }: McpServer): Ask =>
  async (question, { id, signal }) => {
    const { elicitation } = server.getClientCapabilities() ?? {};
    // A client that only opens pages cannot show a question.
    if (!elicitation || (elicitation.url && !elicitation.form)) return 'cannot-ask';
    try {
      const { action, content } = await server.elicitInput(
        {
          message: printable(question),
          requestedSchema: {
            type: 'object',
            properties: {
              allow: {
                type: 'boolean',
                title: 'Allow this call',
                description: 'It is sent once, with exactly this input.',
                default: false,
              },
            },
            required: ['allow'],
          },
        },
        { timeout: MAX_WAIT_MS, signal, relatedRequestId: id },
      );
      return action === 'accept' && content?.['allow'] === true ? 'allowed' : 'declined';
    } catch {
      return 'declined';
    }
  };
