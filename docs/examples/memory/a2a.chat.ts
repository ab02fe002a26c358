import { memory, session_id } from '../../scenes/memory.ts';

const result = await memory.a2a.chat({
  envelope: { sender_agent_key: 'agent' },
  session_id,
  message: 'Where do I live?',
  user_id: 'ada00000-0000-4000-8000-000000000001',
});
console.log(result);
