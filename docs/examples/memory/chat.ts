import { memory, session_id } from '../../scenes/memory.ts';

const { content } = await memory.chat({ session_id, message: 'Where do I live?' });
console.log(content);
