import { fileURLToPath } from 'node:url';
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createUploadClient, type UploadProgress } from '@platform-sdk/upload';
import { progressBar, say, type Environment } from './environment.ts';

export const title = 'Upload a report and a scanned note, and have them read';

const fileAt = (name: string): string => fileURLToPath(new URL(`files/${name}`, import.meta.url));

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} kB`;

export const run = async ({ options, email, codeFor }: Environment): Promise<void> => {
  const platform = createPlatform(options);
  const auth = createAuthClient(platform);
  const username = email('ada');
  const result = await auth.register({ username, password: 'correct horse battery staple' });
  if (result.status === 'activation-required') await auth.activateByEmail({ userId: result.userId, code: await codeFor(username) });

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
