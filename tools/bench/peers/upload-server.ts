/** Receives uploads, discards them, and reports the received bytes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  request.on('end', () => {
    const metadata = { pages: 1, has_images: false };
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ file_id: '1', filename: 'a.txt', extracted_text: String(bytes), metadata }));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// The server ends when the harness is stopped.
process.on('disconnect', () => process.exit());
