import { auth } from '../../scenes/signed-in.ts';

await auth.changePassword({
  current_password: 'difference-engine',
  new_password: 'analytical-engine',
});
console.log('changed');
