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
  // The order matters: `chat` gets the requests with the same path that do not fit `chatStream`. A header marks requests for a stream.
  contract: { chatStream, chat, ...others },
  rules,
  assumptions,
  checks: { token: tokenCheck },
  dialect,
};
