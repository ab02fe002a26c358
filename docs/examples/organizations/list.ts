import { organizations } from '../../scenes/signed-in.ts';

for (const { name, type } of await organizations.list()) console.log(type, name);
