// #region preamble
import { memory } from '../../scenes/memory.ts';

await memory.sessions.create({ metadata: { title: 'Tea' } });
// #endregion

for await (const { session_id, title } of memory.sessions.list({ limit: 20 }))
  console.log(session_id, title);
