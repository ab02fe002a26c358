// #region preamble
import { auth, local } from '../../scenes/platform.ts';

await auth.requestPasswordReset({ email: 'ada@example.com' });
// #endregion

const token = local.inbox.latest('ada@example.com')?.token ?? ''; // from the link of the e-mail
await auth.resetPassword({ token, password: 'analytical-engine' });
await auth.login({ username: 'ada@example.com', password: 'analytical-engine' });
console.log('signed in');
