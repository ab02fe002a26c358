import { auth } from '../../scenes/platform.ts';

const availability = await auth.validateEmail({ email: 'ada@example.com' });
console.log(availability);
