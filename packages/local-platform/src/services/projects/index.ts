import * as contract from '@platform-sdk/projects/contract';
import type { LocalService } from '../../routing/service.ts';
import { assumptions } from './assumptions.ts';
import { rules } from './rules/index.ts';

export const projects: LocalService<typeof contract> = { name: 'projects', base: 'organizations', contract, rules, assumptions };
