/** Starts a chat and never ends it. `/closed` responds when no chat is open, or reports after 5 seconds that a chat is still open. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const EVENT = `data: ${JSON.stringify({ id: '1', model: 'm', choices: [{ index: 0, delta: { content: 'Hello' } }] })}\n\n`;
const open = new Set<ServerResponse>();
let onClose = (): void => undefined;

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/closed') {
    const respond = (): void => {
      clearTimeout(timer);
      onClose = () => undefined;
      response.end(open.size === 0 ? 'closed' : 'open');
    };
    const timer = setTimeout(respond, 5000);
    onClose = respond;
    if (open.size === 0) respond();
    return;
  }
  open.add(response);
  response.on('close', () => {
    open.delete(response);
    if (open.size === 0) onClose();
  });
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(EVENT);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// The server ends when the harness is stopped.
process.on('disconnect', () => process.exit());
