import { organizationId, organizations } from '../../scenes/signed-in.ts';

const { name } = await organizations.update({
  organizationId,
  name: 'Analytical Engines Ltd',
});
console.log(name);
