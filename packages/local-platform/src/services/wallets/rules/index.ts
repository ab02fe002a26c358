import type * as contract from '@platform-sdk/wallets/contract';
import type { Rules } from '../../../routing/service.ts';
import { payments } from './payments.ts';
import { transfers } from './transfers.ts';
import { wallets } from './wallets.ts';

export const rules: Rules<typeof contract> = { ...wallets, ...payments, transfers };
