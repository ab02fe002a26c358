// #region preamble
import {
  agentPasses,
  organizationId,
  organizations,
} from '../../scenes/signed-in.ts';

await agentPasses.create({
  orgId: organizationId,
  projectId: '1',
  title: 'Nightly crawler',
});
// #endregion

for (const { title, active } of await organizations.agentPasses.list({
  organizationId,
}))
  console.log(title, active);
