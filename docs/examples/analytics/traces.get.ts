// #region preamble
import { analytics } from '../../scenes/project-keys.ts';

const traceId =
  (await analytics.traces.list().toArray({ limit: 1 })).at(0)?.id ?? '';
// #endregion

const trace = await analytics.traces.get({ traceId });
console.log(trace.name, trace.observations?.length, trace.scores?.length);
