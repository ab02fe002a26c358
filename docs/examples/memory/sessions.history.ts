// #region preamble
import { memory, session_id } from '../../scenes/memory.ts';

await memory.chat({ session_id, message: 'Where do I live?' });
// #endregion

const { messages } = await memory.sessions.history({ session_id });
for (const { role, content } of messages) console.log(role, content);
