import { createConverterClient, type ConverterClient } from '@platform-sdk/converter';
import type { LocalPlatform, LocalPlatformOptions } from '@platform-sdk/local-platform';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { platformAtNewYear } from './raw-request.ts';

/** Creates a platform whose converter may fetch the sites of a test. */
export const platformWithSites = ({ converter, ...options }: LocalPlatformOptions = {}): LocalPlatform =>
  platformAtNewYear({ ...options, converter: { allowedHosts: ['127.0.0.1'], ...converter } });

export const createConverterScene = (options: LocalPlatformOptions = {}): { platform: LocalPlatform; converter: ConverterClient } => {
  const platform = platformWithSites(options);
  const { fetch } = platform;
  return { platform, converter: createConverterClient({ baseUrl: platform.baseUrls().converter, fetch, validation: 'throw' }) };
};

/** Returns the log and the final document of a job's response. */
export const streamOf = async (platform: LocalPlatform, path: string, body: object): Promise<{ log: string; result: unknown }> => {
  const response = await platform.fetch(`https://platform.test/converter${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const [log = '', json] = (await response.text()).split('\n__JSON__');
  return { log, result: json === undefined ? undefined : (JSON.parse(json) as unknown) };
};

/** Serves a site on a port of this machine until the end of the test. Returns its URL. */
export const serveSite = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const page = (title: string, body: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><article><h1>${title}</h1>${body}</article></body></html>`;
