import { auth, local } from '../../scenes/platform.ts';

await auth.requestPasswordReset({ email: 'ada@example.com' });
console.log(local.inbox.latest('ada@example.com')?.kind);
