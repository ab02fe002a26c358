import { auth, local } from '../../scenes/signed-in.ts';

const session = await auth.refresh();
console.log(session.id === local.account.id);
