// #region preamble
import { createAuthClient } from '@platform-sdk/auth';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';
import { createUploadClient } from '@platform-sdk/upload';

const local = createLocalPlatform();
const platform = createPlatform({
  apiKey: local.apiKey,
  baseUrls: local.baseUrls(),
  fetch: local.fetch,
});
await createAuthClient(platform).login({
  username: local.account.email,
  password: local.account.password,
});
const upload = createUploadClient(platform);
// #endregion

const file = new File(['The engine weaves algebraic patterns.'], 'notes.txt', {
  type: 'text/plain',
});
const result = await upload.upload({ file, translate_to: 'de' });
console.log(result);
