import { settings } from '../../scenes/signed-in.ts';

const found = await settings.get({ client: 'web' });
console.log(found);
