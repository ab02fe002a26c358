/** The tests of what goes over the wire. They run over every sender, and on every Node. */
export const wireTests = [
  'abort',
  'back-pressure',
  'body',
  'connection',
  'encodings',
  'framing',
  'one-request',
  'redirect',
  'request-bodies',
  'retry',
  'stall',
  'storage-redirect',
  'streams',
  'unreadable-errors',
  'upload',
  'upload-files',
].map((name) => `test/faults/${name}.test.ts`);
