/** The tests of requests and responses on the wire. They run with every sender, and on every Node version. */
export const wireTests = [
  'abort',
  'back-pressure',
  'body',
  'charsets',
  'connection',
  'encodings',
  'framing',
  'one-request.slow',
  'redirect',
  'request-bodies',
  'retry',
  'stall.slow',
  'storage-redirect',
  'streams',
  'unreadable-errors.slow',
  'upload.slow',
  'upload-files',
].map((name) => `test/faults/${name}.test.ts`);

/** The wire tests that `pnpm test` also runs over the senders that Node would not choose. */
export const firstWireTests = ['body', 'encodings', 'redirect'].map((name) => `test/faults/${name}.test.ts`);
