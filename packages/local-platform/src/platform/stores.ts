import { activityRecords, agentPassRecords, keyRecords } from '../agent-passes/records.ts';
import { analyticsRecords, traceRecords } from '../analytics/records.ts';
import { resetRecords } from '../auth/resets.ts';
import { converterCalls } from '../converter/rate-limit.ts';
import { jobRecords, siteRecords } from '../converter/records.ts';
import { subscriptionRecords } from '../gateway/subscriptions.ts';
import { memoryRecords } from '../memory/records.ts';
import { organizationRecords } from '../organizations/records.ts';
import { projectRecords } from '../projects/records.ts';
import { settingsRecords } from '../settings/records.ts';
import type { Store } from '../state/store.ts';
import { ledgerRecords, transferRecords, walletRecords } from '../wallets/records.ts';
import { accountRecords } from '../world/accounts.ts';
import { attemptRecords } from '../world/check-code.ts';
import { windowRecords } from '../world/count-calls.ts';
import { sessionRecords } from '../world/sessions.ts';

/** Every store of a snapshot. A test compares the list with the sources. */
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
