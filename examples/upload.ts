import { fileURLToPath } from 'node:url';
import { createPlatform } from '@platform-sdk/core';
import { createUploadClient, type UploadProgress } from '@platform-sdk/upload';
import { signIn } from './accounts.ts';
import type { Environment } from './environment.ts';
import { progressBar, say } from './printing.ts';

export const title = 'Upload a report and a scanned note, and have them read';

const fileAt = (name: string): string => fileURLToPath(new URL(`files/${name}`, import.meta.url));

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} kB`;

/** Undefined, because every call of the service sends a file. */
export const read = undefined;

export const run = async (environment: Environment): Promise<void> => {
  const { options } = environment;
  // The upload uses a token of the service, the credentials of an agent, or a signed-in user.
  const platform = options.tokens?.upload || options.agent ? createPlatform(options) : (await signIn(environment)).platform;

  const upload = createUploadClient(platform);
  const bar = progressBar();
  const onProgress = ({ sentBytes, totalBytes = sentBytes }: UploadProgress): void =>
    bar.show((sentBytes / totalBytes) * 100, `${kilobytes(sentBytes)} of ${kilobytes(totalBytes)}`);

  const report = await upload.upload({ file: { path: fileAt('report.pdf') } }, { onProgress });
  bar.end();
  const { pages, has_images } = report.metadata;
  say(`${report.filename}: ${pages} pages, ${has_images ? 'with' : 'without'} images, ${report.extracted_text.length} characters`);
  say(`it begins: ${report.extracted_text.split('\n', 2).join(': ')}`);

  const scan = { path: fileAt('scanned-note.png') };
  const note = await upload.upload({ file: scan, translate_to: 'de' }, { onProgress });
  bar.end();
  say(`scanned-note.png, from ${note.source_language} to ${note.target_language}:`);
  for (const line of note.translated_text.split('\n').filter(Boolean)) say(`  ${line}`);

  try {
    await upload.upload({ file: { name: 'report.pdf', data: new Blob(['PK\u0003\u0004']) } });
  } catch (error) {
    say(`rejected before anything was sent: ${(error as Error).message}`);
  }
};
