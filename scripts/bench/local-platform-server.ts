/** The local platform on a real port, as its command starts it. */
import { createLocalPlatform, serve } from '@platform-sdk/local-platform';

const platform = createLocalPlatform();
const { baseUrls } = await serve(platform);
const { apiKey, account } = platform;
process.send?.({ baseUrls, apiKey, username: account.email, password: account.password });
