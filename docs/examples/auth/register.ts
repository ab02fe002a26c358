import { auth } from '../../scenes/platform.ts';

const result = await auth.register({
  username: 'mary@example.com',
  password: 'correct horse battery staple',
});
console.log(result.status);
