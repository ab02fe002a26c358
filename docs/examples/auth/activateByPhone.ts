// #region preamble
import { auth, local } from '../../scenes/platform.ts';

const registered = await auth.register({
  username: '+49 301234567',
  password: 'correct horse battery staple',
  method: 'phone',
});
const { userId = '' } =
  registered.status === 'activation-required' ? registered : {};
// #endregion

const code = local.inbox.all.at(-1)?.code ?? ''; // the six digits of the message
const session = await auth.activateByPhone({ userId, code });
console.log(session.id);
