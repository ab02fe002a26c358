// #region preamble
import { agentPasses, orgId, projectId } from '../../scenes/signed-in.ts';

await agentPasses.create({ orgId, projectId, title: 'Nightly crawler' });
// #endregion

for (const { title, active } of await agentPasses.list({
  orgId,
  projectId,
  active: true,
}))
  console.log(title, active);
