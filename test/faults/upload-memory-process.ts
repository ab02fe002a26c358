/** A process that uploads a file of the disk. It prints the growth of its memory in MiB. */
import { peakMemory } from '@platform-sdk/test-helpers/peak-memory';
import { createUploadClient } from '@platform-sdk/upload';

const [, , baseUrl = '', small = '', large = ''] = process.argv;
const upload = createUploadClient({ baseUrl, token: 'planted-upload-7d1e' });
// A small file first, so that the code itself is not counted.
await upload.upload({ file: { path: small } });
const before = peakMemory();
await upload.upload({ file: { path: large } });
process.stdout.write(JSON.stringify({ mebibytes: Math.round(peakMemory() - before) }));
