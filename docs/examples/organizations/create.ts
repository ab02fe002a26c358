import { organizations } from '../../scenes/signed-in.ts';

const organization = await organizations.create({ name: 'Difference Engines' });
console.log(organization.id, organization.name);
