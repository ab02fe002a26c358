import { amend, type PlatformError } from '@platform-sdk/core';
import { checkInput, inputError, type AnyOperation } from '@platform-sdk/core/contract';
import type { ChatBody } from './types.ts';

const CONFIGS: Readonly<Record<string, readonly string[]>> = {
  'search-engine': ['max_results', 'search_type'],
  'scrap-engine': ['format', 'extract_links'],
};

/** Refuses what no schema can: a conversation of nothing, and fields that belong to another model. */
export const check = (name: string, operation: AnyOperation, input: ChatBody): void => {
  try {
    examine(name, operation, input);
  } catch (error) {
    throw amend(error as PlatformError, { operation: name });
  }
};

const examine = (name: string, operation: AnyOperation, input: ChatBody): void => {
  checkInput(name, operation, input);
  const { model, messages, strategy, agent_config = {} } = input;
  const known = CONFIGS[model] ?? [];
  const stray = Object.keys(agent_config).find((field) => !known.includes(field));
  if (messages.length === 0) throw inputError(`${name}: messages is empty`, 'messages');
  if (strategy && model !== 'auto') throw inputError(`${name}: strategy is only for the model auto`, 'strategy');
  if (stray) throw inputError(`${name}: agent_config.${stray} is not for the model ${model}`, `agent_config.${stray}`);
};
