import { activityRecords, agentPassRecords, keyRecords } from '../services/agent-passes/records.ts';
import { analyticsRecords, traceRecords } from '../services/analytics/records.ts';
import { resetRecords } from '../services/auth/resets.ts';
import { converterCalls } from '../services/converter/rate-limit.ts';
import { jobRecords, siteRecords } from '../services/converter/records.ts';
import { subscriptionRecords } from '../services/gateway/subscriptions.ts';
import { memoryRecords } from '../services/memory/records.ts';
import { organizationRecords } from '../services/organizations/records.ts';
import { projectRecords } from '../services/projects/records.ts';
import { settingsRecords } from '../services/settings/records.ts';
import type { Store } from '../state/store.ts';
import { ledgerRecords, transferRecords, walletRecords } from '../services/wallets/records.ts';
import { accountRecords } from '../world/accounts.ts';
import { attemptRecords } from '../world/check-code.ts';
import { windowRecords } from '../world/count-calls.ts';
import { sessionRecords } from '../world/sessions.ts';

/** Every store of a snapshot. A test compares this list with the sources. */
export const stores: readonly Store<unknown>[] = [
  accountRecords,
  sessionRecords,
  resetRecords,
  organizationRecords,
  projectRecords,
  settingsRecords,
  agentPassRecords,
  keyRecords,
  activityRecords,
  walletRecords,
  transferRecords,
  ledgerRecords,
  subscriptionRecords,
  analyticsRecords,
  traceRecords,
  memoryRecords,
  siteRecords,
  jobRecords,
  converterCalls,
  attemptRecords,
  windowRecords,
];
