import { createAuthClient } from '@platform-sdk/auth';
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform, isPlatformError, type Platform } from '@platform-sdk/core';
import { createGatewayClient } from '@platform-sdk/gateway';
import { createOrganizationsClient } from '@platform-sdk/organizations';
import { createUploadClient } from '@platform-sdk/upload';

/** A local platform, and the account that a program signs in with. */
export interface Scene {
  readonly baseUrls: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly gatewayKey: string;
  readonly username: string;
  readonly password: string;
  /** Pages to crawl. */
  readonly sampleSite: string;
  readonly fetch?: typeof globalThis.fetch;
  /** True if upload progress is reported. */
  readonly isSeen: boolean;
}

/** The result of each feature: `ok`, or the error. */
export type Report = Readonly<Record<string, string>>;

const check = (isRight: boolean, message: string): void => {
  if (!isRight) throw new Error(message);
};

const MESSAGE = 'Say something about the Analytical Engine.';
const FILE_BYTES = 300_000;

const features: Readonly<Record<string, (platform: Platform, scene: Scene) => Promise<void>>> = {
  async 'sign in'(platform, { username, password }) {
    const { email } = await createAuthClient(platform).login({ username, password });
    check(email === username, `signed in as ${email}`);
  },

  async list(platform) {
    const organizations = await createOrganizationsClient(platform).list();
    check(organizations[0]?.name === 'Analytical Engines', `listed ${JSON.stringify(organizations)}`);
  },

  async 'typed error'(platform, { username }) {
    const error: unknown = await createAuthClient(platform)
      .login({ username, password: 'wrong' })
      .catch((reason: unknown) => reason);
    if (!isPlatformError(error)) throw new Error(`failed with ${String(error)}`);
    check(error.status === 401 && error.outcome === 'rejected', `failed with ${error.kind}, ${error.status}, ${error.outcome}`);
  },

  async 'stream a chat'(platform) {
    const chat = createGatewayClient(platform).chatStream({ model: 'auto', messages: [{ role: 'user', content: MESSAGE }] });
    let pieces = 0;
    let text = '';
    for await (const piece of chat.text()) {
      pieces++;
      text += piece;
    }
    const { choices } = await chat.final();
    check(pieces > 0 && text === choices[0]?.message.content, `read ${JSON.stringify(text)} in ${pieces} pieces`);
  },

  async upload(platform, { isSeen }) {
    let sent = 0;
    const line = 'Übung macht den Meister. ';
    const text = line.repeat(FILE_BYTES / line.length);
    const file = { name: 'notes.txt', data: new TextEncoder().encode(text) };
    const { extracted_text } = await createUploadClient(platform).upload({ file }, { onProgress: ({ sentBytes }) => (sent = sentBytes) });
    check(extracted_text === text, `the service read ${extracted_text.length} characters of ${text.length}`);
    check(sent === (isSeen ? file.data.length : 0), `${sent} of ${file.data.length} bytes were counted`);
  },

  async archive(platform, { sampleSite }) {
    const converter = createConverterClient(platform);
    await converter.crawl({ url: sampleSite, depth: 1, maxPages: 3 }).result();
    const archive = await converter.download({ site: new URL(sampleSite).hostname });
    const pages: string[] = [];
    for await (const entry of archive.entries()) if (entry.name.endsWith('.md')) pages.push(await entry.text());
    check(pages.length > 0 && pages.every((page) => page.includes('#')), `read ${pages.length} pages`);
  },
};

/** Describes an error and its causes in one line. */
const describe = (error: unknown): string => {
  const words: string[] = [];
  for (let cause = error; cause instanceof Error && words.length < 4; { cause } = cause) words.push(String(cause));
  return words.join(' <- ').replace(/\s+/g, ' ') || 'unknown error';
};

/** Tries every feature, even after a failure. */
export const runScenario = async ({ fetch, gatewayKey, ...scene }: Scene): Promise<Report> => {
  const platform = createPlatform({
    apiKey: scene.apiKey,
    baseUrls: scene.baseUrls,
    tokens: { gateway: gatewayKey },
    allowSecretsInBrowser: true,
    validation: 'throw',
    retry: { limit: 0 },
    timeoutMs: 20_000,
    ...(fetch && { fetch }),
  });
  const report: Record<string, string> = {};
  for (const [feature, run] of Object.entries(features)) {
    report[feature] = await run(platform, { ...scene, gatewayKey }).then(() => 'ok', describe);
  }
  platform.dispose();
  return report;
};
