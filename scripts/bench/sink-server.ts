/** Takes uploads and keeps nothing of them; answers jobs of the converter with a log and a result of the length asked for. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

const MEGABYTE = 1_000_000;
const LINE = `${'Fetched one more page of the site, with its images. '.repeat(2)}\n`;

const write = async (response: ServerResponse, text: string, bytes: number): Promise<void> => {
  const piece = text.repeat(Math.ceil(65_536 / text.length));
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!response.write(piece.slice(0, left))) await once(response, 'drain');
  }
};

const server = createServer((request, response) => {
  if (request.url === '/v1/upload') {
    request.resume().on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      const metadata = { pages: 1, has_images: false };
      response.end(JSON.stringify({ file_id: '1', filename: 'a.txt', extracted_text: '', metadata }));
    });
    return;
  }
  let body = '';
  request
    .setEncoding('utf8')
    .on('data', (text: string) => (body += text))
    .on('end', () => {
      // The address that is to be converted names the lengths.
      const { searchParams } = new URL((JSON.parse(body) as { url: string }).url);
      void (async () => {
        await write(response, LINE, Number(searchParams.get('log')) * MEGABYTE);
        response.write('\n__JSON__{"success":true,"url":"https://example.com/","markdown":"');
        await write(response, 'Some words of a page, and more of them. ', Number(searchParams.get('result')) * MEGABYTE);
        response.end('","metadata":{"title":"A page"}}');
      })();
    });
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
