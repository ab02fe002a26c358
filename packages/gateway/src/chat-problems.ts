import type { Problem } from '@platform-sdk/core/contract';
import { contentProblems } from '@platform-sdk/core/streams';
import type { GatewayBody } from './types.ts';

const CONFIGS: Readonly<Record<string, readonly string[]>> = {
  'search-engine': ['max_results', 'search_type'],
  'scrap-engine': ['format', 'extract_links'],
};

/** Returns the problems that schemas cannot find: an empty conversation, messages without content, and fields of another model. */
export const chatProblems = ({ model, messages, strategy, agent_config = {} }: GatewayBody): Problem[] => {
  const known = CONFIGS[model] ?? [];
  const stray = Object.keys(agent_config).filter((field) => !known.includes(field));
  return [
    ...(messages.length === 0 ? [{ field: 'messages', message: 'is empty' }] : []),
    ...(strategy && model !== 'auto' ? [{ field: 'strategy', message: 'is only for the model auto' }] : []),
    ...stray.map((field) => ({ field: `agent_config.${field}`, message: `is not for the model ${model}` })),
    ...contentProblems(messages),
  ];
};
