import type { AgentPassWithKey } from '@platform-sdk/agent-passes';
import type { World } from '../../world/state.ts';
import { keyRecords, type AgentPassRecord } from './records.ts';

export const dropKeys = (world: World, passId: string): void => {
  const keys = world.records(keyRecords);
  for (const { key } of keys.by('pass', passId)) keys.delete(key);
};

/** Replaces the key of a pass. */
export const issueKey = (world: World, pass: AgentPassRecord): AgentPassWithKey & { meta: { secretKey: string } } => {
  dropKeys(world, pass.id);
  const secretKey = `agent-pass-${world.secret()}`;
  world.records(keyRecords).set(secretKey, { key: secretKey, passId: pass.id });
  return { ...pass, meta: { secretKey } };
};
