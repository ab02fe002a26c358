import { refuse } from '../../errors/refusal.ts';
import type * as contract from '../contract/state.ts';
import type { ControlRules } from '../operation.ts';
import type { Resource } from '../resources.ts';
import { editRecord, recordsOf, resourceCounts, resourceNamed } from '../state-of.ts';

const PAGE = 100;

const resourceOf = (name: string): Resource => resourceNamed(name) ?? refuse(404, 'UNKNOWN_RESOURCE', `There is no resource ${name}.`);

export const stateRules: ControlRules<typeof contract> = {
  listResources: (_, { internals }) => ({ resources: resourceCounts(internals.world) }),

  listRecords({ resource: name, offset = 0, limit = PAGE }, { internals: { world } }) {
    const resource = resourceOf(name);
    const records = recordsOf(world, resource, { offset, limit });
    return { total: resource.count(world), editable: resource.editable ?? [], records };
  },

  editRecord({ resourceName, recordId, ...fields }, { internals, stateChanged }) {
    const edited = editRecord(internals.world, resourceOf(resourceName), recordId, fields);
    if (!edited) return refuse(404, 'UNKNOWN_RECORD', `There is no record ${recordId}.`);
    if ('length' in edited) {
      const [problem] = edited;
      return refuse(400, 'INVALID_INPUT', `${problem?.field} ${problem?.message}.`, { field: problem?.field });
    }
    stateChanged('edit');
    return edited;
  },
};
