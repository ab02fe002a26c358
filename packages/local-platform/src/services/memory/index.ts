import * as contract from '@platform-sdk/memory/contract';
import type { LocalService } from '../../routing/service.ts';
import { tokenCheck } from './access.ts';
import { assumptions } from './assumptions.ts';
import { dialect } from './dialect.ts';
import { rules } from './rules/index.ts';

const { chat, chatStream, ...others } = contract;

export const memory: LocalService<typeof contract> = {
  name: 'memory',
  base: 'memory',
  // The order matters: a request that fits neither `chatStream` nor `chat` goes to `chat`, the later operation.
  contract: { chatStream, chat, ...others },
  rules,
  assumptions,
  checks: { token: tokenCheck },
  dialect,
};
