/** A process that uploads a file from the disk. It prints by how many MiB its memory grew. */
import { peakMemory } from '@platform-sdk/test-helpers/peak-memory';
import { createUploadClient } from '@platform-sdk/upload';

const [, , baseUrl = '', small = '', large = ''] = process.argv;
const upload = createUploadClient({ baseUrl, token: 'planted-upload-7d1e' });
// Uploads a small file first, so that the memory for the code is not counted.
await upload.upload({ file: { path: small } });
const before = peakMemory();
await upload.upload({ file: { path: large } });
process.stdout.write(JSON.stringify({ mebibytes: Math.round(peakMemory() - before) }));
