import { agentPasses, local } from './signed-in.ts';

local.seed({
  activity: [
    {
      of: 'Analytical Engines',
      project: 'Bernoulli numbers',
      agentUserId: 'agent-1',
      at: '2026-01-14T09:00:00Z',
    },
    {
      of: 'Analytical Engines',
      project: 'Bernoulli numbers',
      agentUserId: 'agent-1',
      at: '2026-01-14T10:00:00Z',
      status: 503,
    },
  ],
});
export { agentPasses };
