import { memory, session_id } from '../../scenes/memory.ts';

await memory.sessions.clear({ session_id });
console.log('cleared');
