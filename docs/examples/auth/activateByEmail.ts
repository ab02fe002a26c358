// #region preamble
import { auth, local } from '../../scenes/platform.ts';

const registered = await auth.register({
  username: 'mary@example.com',
  password: 'correct horse battery staple',
});
const { userId = '' } =
  registered.status === 'activation-required' ? registered : {};
// #endregion

const code = local.inbox.latest('mary@example.com')?.code ?? ''; // the six digits of the e-mail
const session = await auth.activateByEmail({ userId, code });
console.log(session.email);
