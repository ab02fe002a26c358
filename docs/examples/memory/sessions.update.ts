import { memory, session_id } from '../../scenes/memory.ts';

const session = await memory.sessions.update({ session_id, title: 'Tea' });
console.log(session.title);
