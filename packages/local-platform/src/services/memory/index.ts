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
  // The order matters: if two operations share a path, requests that fit neither go to the later one. Streams are recognized by a header.
  contract: { chatStream, chat, ...others },
  rules,
  assumptions,
  checks: { token: tokenCheck },
  dialect,
};
