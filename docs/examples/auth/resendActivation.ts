// #region preamble
import { auth, local } from '../../scenes/platform.ts';

const registered = await auth.register({
  username: 'mary@example.com',
  password: 'correct horse battery staple',
});
const { userId = '' } =
  registered.status === 'activation-required' ? registered : {};
// #endregion

await auth.resendActivation({ userId });
console.log(local.inbox.all.length);
