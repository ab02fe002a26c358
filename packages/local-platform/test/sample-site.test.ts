import { serve } from '@platform-sdk/local-platform';
import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { platformAtNewYear } from './raw-request.ts';

it('the sample site responds without a network request', async () => {
  const platform = platformAtNewYear();
  const response = await platform.fetch(platform.sampleSite);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  await expect(response.text()).resolves.toContain('<h1>The Engine Society</h1>');
  expect(platform.requestLog).toEqual([]);
});

it('the sample site is available under its own host name on the port of a server', async () => {
  const server = await serve(platformAtNewYear());
  onTestFinished(() => server.close());
  expect(server.sampleSite).toBe(`http://sample.localhost:${server.port}/`);
  const { host } = new URL(server.sampleSite);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path: '/guide/', headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(200);
});

it.each([
  ['no page at an unknown path', '/lost.html', 404],
  ['a redirect for a folder without a slash', '/guide', 301],
  ['a picture', '/images/wheel.png', 200],
  ['a page in German', '/de/', 200],
])('the sample site responds with %s', async (_, path, status) => {
  await expect(platformAtNewYear().fetch(`http://sample.localhost${path}`)).resolves.toMatchObject({ status });
});
