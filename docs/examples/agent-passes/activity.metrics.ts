import { agentPasses } from '../../scenes/activity.ts';

const metrics = await agentPasses.activity.metrics({
  agent_user_id: 'agent-1',
  start_date: '2026-01-01',
});
console.log(metrics);
