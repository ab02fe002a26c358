import { memory, session_id } from '../../scenes/memory.ts';

const session = await memory.sessions.get({ session_id });
console.log(session);
