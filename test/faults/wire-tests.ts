/** Tests of requests and responses on real connections. They run with every sender, and on every Node version. */
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
  'chat-streams',
  'unreadable-errors.slow',
  'upload.slow',
  'upload-files',
].map((name) => `test/faults/${name}.test.ts`);

/** The tests that `pnpm test` also runs with the senders that Node does not use by default. */
export const firstWireTests = ['body', 'encodings', 'redirect'].map((name) => `test/faults/${name}.test.ts`);
