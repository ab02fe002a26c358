import { settings } from '../../scenes/signed-in.ts';

await settings.completeOnboardingStep({ stepId: 'agent_pass_discovered' });
console.log('completed');
