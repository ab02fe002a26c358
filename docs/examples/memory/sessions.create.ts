import { memory } from '../../scenes/memory.ts';

const { session_id } = await memory.sessions.create({ metadata: { title: 'Tea' } });
console.log(session_id);
