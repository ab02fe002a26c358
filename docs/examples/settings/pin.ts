import { organizationId, settings } from '../../scenes/signed-in.ts';

await settings.pin({ organization_id: organizationId, pinned_project_ids: [1] });
console.log('pinned');
