import { auth, platform } from '../../scenes/signed-in.ts';

const { revoked } = await auth.logout();
console.log(revoked, await platform.session.get());
