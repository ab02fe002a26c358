import { failControl, type ControlCall, type ControlOperation } from '../operation.ts';
import type { Resource } from '../resources.ts';
import { listOf, objectOf, record, text, texts, whole } from '../schemas.ts';
import { editRecord, recordsOf, resourceCounts, resourceNamed } from '../state-of.ts';

const PAGE = 100;

const resourceIn = ({ parameters }: ControlCall): Resource =>
  resourceNamed(parameters['resource'] ?? '') ?? failControl(404, 'UNKNOWN_RESOURCE', `There is no resource ${parameters['resource']}.`);

export const stateOperations: readonly ControlOperation[] = [
  {
    id: 'listResources',
    method: 'GET',
    path: '/state',
    summary: 'Lists the kinds of records and how many there are.',
    response: objectOf({ resources: listOf(objectOf({ name: text, count: whole })) }),
    run: ({ internals }) => ({ resources: resourceCounts(internals.world) }),
  },
  {
    id: 'listRecords',
    method: 'GET',
    path: '/state/{resource}',
    summary: 'Lists records of a kind, newest first.',
    query: {
      offset: { type: 'integer', minimum: 0, description: 'Default: 0.' },
      limit: { type: 'integer', minimum: 1, maximum: 1000, description: `Default: ${PAGE}.` },
    },
    response: objectOf({ total: whole, editable: texts, records: listOf(record) }),
    failures: [404],
    run(call) {
      const resource = resourceIn(call);
      const { world } = call.internals;
      const { offset = 0, limit = PAGE } = call.query;
      const records = recordsOf(world, resource, { offset: Number(offset), limit: Number(limit) });
      return { total: resource.count(world), editable: resource.editable ?? [], records };
    },
  },
  {
    id: 'editRecord',
    method: 'PATCH',
    path: '/state/{resource}/{id}',
    summary: 'Changes members of a record that are listed as editable.',
    body: { type: 'object' },
    response: record,
    failures: [404],
    run(call) {
      const { id = '' } = call.parameters;
      const edited = editRecord(call.internals.world, resourceIn(call), id, call.body);
      if (!edited) return failControl(404, 'UNKNOWN_RECORD', `There is no record ${id}.`);
      if ('length' in edited) {
        const [problem] = edited;
        return failControl(400, 'INVALID_INPUT', `${problem?.field} ${problem?.message}.`, problem?.field);
      }
      call.stateChanged('edit');
      return edited;
    },
  },
];
