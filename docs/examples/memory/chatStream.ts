import { memory, session_id } from '../../scenes/memory.ts';

const stream = memory.chatStream({ session_id, message: 'Where do I live?' });
for await (const text of stream.text()) console.log(text);
