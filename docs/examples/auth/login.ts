import { auth, platform } from '../../scenes/platform.ts';

const session = await auth.login({
  username: 'ada@example.com',
  password: 'difference-engine',
});
console.log(session.firstName, (await platform.session.get()) !== undefined);
