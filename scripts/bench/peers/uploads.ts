/** Peak memory of uploading one file from disk, beside a process that does nothing. */
import { cpuTime, peak, report, settings } from './case.ts';

const { way, origin, path } = settings<{ readonly way: string; readonly origin: string; readonly path: string }>();
const before = cpuTime();
if (way !== 'nothing') {
  const { createUploadClient } = await import('@platform-sdk/upload');
  await createUploadClient({ baseUrl: origin, token: 'token' }).upload({ file: { path } });
}
report({ cpu: cpuTime() - before, peak: peak() });
