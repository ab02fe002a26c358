import { memory } from '../../scenes/memory.ts';

const result = await memory.a2a.createConversation({
  envelope: { sender_agent_key: 'agent' },
  user_id: 'ada00000-0000-4000-8000-000000000001',
});
console.log(result);
