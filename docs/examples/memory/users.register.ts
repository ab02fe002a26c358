import { memory } from '../../scenes/platform.ts';

const user = await memory.users.register({
  id: 'ada00000-0000-4000-8000-000000000001',
  email: 'ada@example.com',
});
console.log(user.token_type); // user.access_token is the Bearer of the other calls
