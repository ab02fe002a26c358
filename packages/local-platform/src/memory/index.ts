import * as contract from '@platform-sdk/memory/contract';
import type { LocalService } from '../routing/service.ts';
import { tokenCheck } from './access.ts';
import { assumptions } from './assumptions.ts';
import { dialect } from './dialect.ts';
import { rules } from './rules/index.ts';

const { chat, chatStream, ...others } = contract;

export const memory: LocalService<typeof contract> = {
  name: 'memory',
  base: 'memory',
  // Of two operations at one place, what fits neither is the later's: a stream is told by what asks for it.
  contract: { chatStream, chat, ...others },
  rules,
  assumptions,
  checks: { token: tokenCheck },
  dialect,
};
