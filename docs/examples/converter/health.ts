// #region preamble
import { createConverterClient } from '@platform-sdk/converter';
import { createPlatform } from '@platform-sdk/core';
import { createLocalPlatform } from '@platform-sdk/local-platform';

const local = createLocalPlatform();
const platform = createPlatform({ baseUrls: local.baseUrls(), fetch: local.fetch });
const converter = createConverterClient(platform);
// #endregion

console.log(await converter.health());
