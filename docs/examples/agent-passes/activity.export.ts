import { agentPasses } from '../../scenes/activity.ts';

const log = await agentPasses.activity.export({
  agent_user_id: 'agent-1',
  format: 'csv',
});
console.log(log.name);
console.log(await new Response(log.stream()).text());
