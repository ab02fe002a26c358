import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import axiosClient, { AxiosError } from 'axios';
import { atPort, failureOf, signIn, userHeaders, type Place } from '../at-port.ts';
import type { Judge } from '../check.ts';

const exec = promisify(execFile);

const withFolder = async (run: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-sdk-judges-'));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const axiosAt = async (place: Place) =>
  axiosClient.create({ baseURL: place.server.baseUrls.organizations, headers: await userHeaders(place) });

export const axios: Judge = {
  name: 'axios',
  checks: [
    atPort('signs in and lists', async (place) => {
      const { local, server } = place;
      const { data: session } = await axiosClient.post<{ data: { attributes: object } }>(
        `${server.baseUrls.auth}/oauth/token`,
        { username: local.account.email, password: local.account.password },
        { headers: { 'Api-Key': local.apiKey } },
      );
      assert.ok(Object.keys(session.data.attributes).length > 0);
      const { data } = await (await axiosAt(place)).get<{ data: unknown[] }>('/organizations');
      assert.equal(data.data.length, 1);
    }),
    atPort('uploads a form and receives the text of its file', async (place) => {
      const form = new FormData();
      form.append('file', new Blob(['Hello there.'], { type: 'text/plain' }), 'note.txt');
      const { data } = await axiosClient.post<{ extracted_text: string }>(`${place.server.baseUrls.upload}/v1/upload`, form, {
        headers: { Authorization: `Bearer ${await signIn(place)}` },
      });
      assert.match(data.extracted_text, /Hello there/);
    }),
    atPort('throws an AxiosError with status 404 for an unknown organization', async (place) => {
      const error = await failureOf((await axiosAt(place)).get('/organizations/none'));
      assert.ok(error instanceof AxiosError);
      assert.equal(error.response?.status, 404);
    }),
  ],
};

const curlWith = async (...words: readonly string[]): Promise<string> =>
  (await exec('curl', ['--silent', '--show-error', ...words])).stdout;

export const curl: Judge = {
  name: 'curl',
  checks: [
    atPort('signs in and lists', async ({ local, server }) => {
      const body = JSON.stringify({ username: local.account.email, password: local.account.password });
      const headers = ['--header', `Api-Key: ${local.apiKey}`, '--header', 'Content-Type: application/json'];
      const session = await curlWith('--fail', ...headers, '--data', body, `${server.baseUrls.auth}/oauth/token`);
      const token = /"(?:accessToken|access_token)":"([^"]+)"/.exec(session)?.[1] ?? '';
      const listed = await curlWith(
        '--fail',
        ...headers,
        '--header',
        `Authorization: Bearer ${token}`,
        `${server.baseUrls.organizations}/organizations`,
      );
      assert.equal((JSON.parse(listed) as { data: unknown[] }).data.length, 1);
    }),
    atPort('reads a stream up to its end marker [DONE]', async ({ local, server }) => {
      const body = JSON.stringify({ model: 'auto', stream: true, messages: [{ role: 'user', content: 'Hello' }] });
      const headers = ['--header', `Authorization: Bearer ${local.gatewayKey}`, '--header', 'Content-Type: application/json'];
      const text = await curlWith('--fail', '--no-buffer', ...headers, '--data', body, `${server.baseUrls.gateway}/chat/completions`);
      assert.ok(text.trimEnd().endsWith('data: [DONE]'));
    }),
    atPort('uploads a file and receives its text', async (place) =>
      withFolder(async (folder) => {
        const path = join(folder, 'note.txt');
        await writeFile(path, 'Hello there.');
        const token = ['--header', `Authorization: Bearer ${await signIn(place)}`];
        const text = await curlWith(
          '--fail',
          ...token,
          '--form',
          `file=@${path};type=text/plain`,
          `${place.server.baseUrls.upload}/v1/upload`,
        );
        assert.match((JSON.parse(text) as { extracted_text: string }).extracted_text, /Hello there/);
      }),
    ),
    atPort('downloads an archive', async ({ local, server }) =>
      withFolder(async (folder) => {
        const path = join(folder, 'site.zip');
        const body = JSON.stringify({ url: server.sampleSite, depth: 1, maxPages: 2 });
        await curlWith('--fail', '--header', 'Content-Type: application/json', '--data', body, `${server.baseUrls.converter}/api/crawl`);
        await curlWith('--fail', '--output', path, `${server.baseUrls.converter}/api/download/${new URL(local.sampleSite).hostname}`);
        assert.equal((await readFile(path)).subarray(0, 2).toString(), 'PK');
      }),
    ),
    atPort('prints the status 401 of a call without credentials', async ({ server }) => {
      const status = await curlWith(
        '--output',
        '/dev/null',
        '--write-out',
        '%{http_code}',
        `${server.baseUrls.organizations}/organizations`,
      );
      assert.equal(status, '401');
    }),
  ],
};
