import { agentPasses } from '../../scenes/activity.ts';

for await (const { endpoint, status_code } of agentPasses.activity.list({
  agent_user_id: 'agent-1',
  per_page: 20,
}))
  console.log(endpoint, status_code);
