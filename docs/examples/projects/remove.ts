// #region preamble
import { organizationId, projects } from '../../scenes/signed-in.ts';

const spare = await projects.create({ organizationId, name: 'Note G' });
// #endregion

await projects.remove({ organizationId, projectId: spare.id });
console.log((await projects.list({ organizationId })).length);
