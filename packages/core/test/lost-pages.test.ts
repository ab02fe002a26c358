import { object, operation, unknown } from '@platform-sdk/core/contract';
import { expect, it, vi } from 'vitest';
import { benchOf } from './fixtures.ts';
import { failureOf, recordingFetch } from './recording-fetch.ts';

const read = operation({ method: 'GET', path: '/note', credentials: 'none', input: object<{}>({}), output: unknown, retry: 'safe' });
const failing = (error: Error) => benchOf({ read }, recordingFetch(error)).client.read({}, { retry: false });

it('suggests CORS as a cause of a lost connection in a page', async () => {
  vi.stubGlobal('document', {});
  await expect(failureOf(failing(new TypeError('Failed to fetch')))).resolves.toMatchObject({
    kind: 'network',
    outcome: 'unknown',
    message:
      'The connection failed: Failed to fetch, or the server does not allow the origin of this page, by CORS. (notes.read at https://api.test)',
  });
});

it("ends the browser's message about a lost connection with one period", async () => {
  const error = new TypeError('NetworkError when attempting to fetch resource.');
  await expect(failureOf(failing(error))).resolves.toMatchObject({
    message: 'The connection failed: NetworkError when attempting to fetch resource. (notes.read at https://api.test)',
  });
  vi.stubGlobal('document', {});
  await expect(failureOf(failing(error))).resolves.toMatchObject({
    message:
      'The connection failed: NetworkError when attempting to fetch resource, or the server does not allow the origin of this page, by CORS. (notes.read at https://api.test)',
  });
});

it('shows only the code of a lost connection if the system sets a code', async () => {
  vi.stubGlobal('document', {});
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });
  await expect(failureOf(failing(error))).resolves.toMatchObject({
    code: 'ECONNREFUSED',
    outcome: 'not-sent',
    message: 'The connection failed: ECONNREFUSED. (notes.read at https://api.test)',
  });
});
