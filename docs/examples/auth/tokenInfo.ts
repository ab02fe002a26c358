import { auth } from '../../scenes/signed-in.ts';

const { expiresIn } = await auth.tokenInfo();
console.log(expiresIn);
