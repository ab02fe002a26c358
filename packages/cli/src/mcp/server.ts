import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { version } from '../version.ts';
import { createAsk } from './ask.ts';
import { createReferences } from './references.ts';
import type { Shared } from './environment.ts';
import { runTool, toolsOf } from './tools.ts';

const FIND = 'Find one with search, read its input with describe, then use call. ';
const REST =
  'A secret in a result is a reference such as secret://1/name: pass it on as it is. ' +
  'After an error, follow its "next". After a result with "next", call again with these arguments for the rest.';

/** Creates the server of one client. Each client has its own references to secrets; the session and the budget are shared. */
export const createServer = (shared: Shared): McpServer => {
  const instructions = `Operations of the platform. ${shared.services.length > 0 ? '' : FIND}${REST}`;
  const mcp = new McpServer({ name: 'platform-sdk', version }, { capabilities: { tools: { listChanged: false } }, instructions });
  const references = createReferences(shared.secrets);
  const ask = createAsk(mcp);
  const tools = toolsOf(shared);
  const { server } = mcp;

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal, sendNotification }) => {
    const progressToken = params._meta?.progressToken;
    let progress = 0;
    const onProgress = (text: string): void => {
      if (progressToken === undefined) return;
      progress += 1;
      const message = references.scrub(text);
      // A client that has disconnected does not stop the call.
      sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined);
    };
    const result = await runTool(params.name, params.arguments ?? {}, { shared, references, ask, id: requestId, signal, onProgress });
    if (!result) throw new McpError(ErrorCode.InvalidParams, `Unknown tool ${params.name}`);
    return { content: [{ type: 'text', text: result.text }], isError: result.isError };
  });
  return mcp;
};
