import * as contract from '@platform-sdk/wallets/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules/index.ts';

export const wallets: LocalService<typeof contract> = { name: 'wallets', base: 'wallets', contract, rules, assumptions };
