import { settings } from '../../scenes/signed-in.ts';

await settings.update({ client: 'web', theme: 'dark', sidebar_open: false });
console.log((await settings.get({ client: 'web' })).theme);
