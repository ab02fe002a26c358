import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError, type ProgressToken } from '@modelcontextprotocol/sdk/types.js';
import { version } from '../version.ts';
import { createAsk } from './ask.ts';
import { createReferences } from './references.ts';
import type { Shared } from './shared.ts';
import { runTool, toolsOf } from './tools.ts';

const INSTRUCTIONS =
  'Operations of the platform. Find one with search, read its input with describe, then use call. ' +
  'A secret in a result is a reference such as secret://1/name: pass it on as it is. ' +
  'After an error, follow its "next". After a result with "next", call again with these arguments for the rest.';

/** Creates the server of one client. Each client has its own references to secrets; the session and the budget are shared. */
export const createServer = (shared: Shared): McpServer => {
  const instructions = shared.services.length > 0 ? INSTRUCTIONS.replace(/Find .*? call\. /, '') : INSTRUCTIONS;
  const mcp = new McpServer({ name: 'platform-sdk', version }, { capabilities: { tools: {} }, instructions });
  const references = createReferences(shared.secrets);
  const ask = createAsk(mcp);
  const tools = toolsOf(shared);
  const { server } = mcp;

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal, sendNotification }) => {
    const token = params._meta?.progressToken;
    const onProgress = progressFor(token, async (progress, message) => {
      const text = references.hideText(message);
      await sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token as ProgressToken, progress, message: text },
      });
    });
    const result = await runTool(params.name, params.arguments ?? {}, { shared, references, ask, id: requestId, signal, onProgress });
    if (!result) throw new McpError(ErrorCode.InvalidParams, `Unknown tool ${params.name}`);
    return { content: [{ type: 'text', text: result.text }], isError: result.isError };
  });
  return mcp;
};

/** Numbers the reports of progress. A client that is gone does not end the call. */
const progressFor = (token: unknown, send: (progress: number, message: string) => Promise<void>): ((message: string) => void) => {
  let count = 0;
  return (message) => {
    count += 1;
    if (token !== undefined) send(count, message).catch(() => undefined);
  };
};
