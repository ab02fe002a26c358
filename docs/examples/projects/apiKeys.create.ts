import { organizationId, projectId, projects } from '../../scenes/signed-in.ts';

const key = await projects.apiKeys.create({
  organizationId,
  projectId,
  note: 'Nightly build',
  expiresAt: '2027-01-01',
});
console.log(key?.publicKey); // the secret key is shown only here: store it now
