import * as contract from '@platform-sdk/auth/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules.ts';

export const auth: LocalService<typeof contract> = { name: 'auth', base: 'auth', contract, rules, assumptions };
