import { createGatewayClient } from '@platform-sdk/gateway';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createUploadClient } from '@platform-sdk/upload';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import nock from 'nock';
import { expect, it, onTestFinished } from 'vitest';

const origin = 'https://api.example.com';
const organization = { id: 'org-1', type: 'organization', attributes: { name: 'Acme' } };
const events = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
const extraction = { file_id: 'file-1', filename: 'a.txt', extracted_text: '', metadata: { pages: 1, has_images: false } };
const eventStream = { 'Content-Type': 'text/event-stream' };

/** Makes one call of each kind: a read, a write, a stream and an upload. */
const callAll = async (): Promise<readonly unknown[]> => {
  const organizations = createOrganizationsClient({ baseUrl: `${origin}/v1`, apiKey: 'key', accessToken: 'token' });
  const gateway = createGatewayClient({ baseUrl: `${origin}/v1`, apiKey: 'key' });
  const upload = createUploadClient({ baseUrl: origin, token: 'token' });
  let text = '';
  for await (const piece of gateway.chatStream({ model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }).text()) text += piece;
  return [
    (await organizations.list()).map(({ id }) => id),
    (await organizations.create({ name: 'Acme' })).id,
    text,
    (await upload.upload({ file: { name: 'a.txt', data: new Blob(['a'.repeat(100_000)]).stream() } })).file_id,
  ];
};
const results = [['org-1'], 'org-1', 'Hi', 'file-1'];

it('requests on Node can be mocked with msw', async () => {
  const seen: string[] = [];
  const server = setupServer(
    http.get(`${origin}/v1/organizations`, () => HttpResponse.json({ data: [organization] })),
    http.post(`${origin}/v1/organizations`, () => HttpResponse.json({ data: organization }, { status: 201 })),
    http.post(`${origin}/v1/chat/completions`, () => new HttpResponse(events, { headers: eventStream })),
    http.post(`${origin}/v1/upload`, async ({ request }) => {
      seen.push(`${(await request.text()).length > 100_000}`);
      return HttpResponse.json(extraction);
    }),
  );
  server.events.on('request:start', ({ request }) => void seen.push(`${request.method} ${new URL(request.url).pathname}`));
  server.listen();
  onTestFinished(() => server.close());
  await expect(callAll()).resolves.toEqual(results);
  expect(seen).toEqual(['POST /v1/chat/completions', 'GET /v1/organizations', 'POST /v1/organizations', 'POST /v1/upload', 'true']);
});

it('requests on Node can be mocked with nock', async () => {
  const scope = nock(origin)
    .get('/v1/organizations')
    .reply(200, { data: [organization] })
    .post('/v1/organizations')
    .reply(201, { data: organization })
    .post('/v1/chat/completions')
    .reply(200, events, eventStream)
    .post('/v1/upload', (body: string) => body.length > 100_000)
    .reply(200, extraction);
  onTestFinished(() => nock.restore());
  await expect(callAll()).resolves.toEqual(results);
  scope.done();
});
