import type { Attributes } from '@opentelemetry/api';

type Members = Readonly<Record<string, unknown>>;

/** Returns true for the operations `chat` and `chatStream` of any service. */
export const isChat = (operation: string): boolean => /\.chat(?:Stream)?$/.test(operation);

export interface Tokens {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
}

const numberIn = (...values: readonly unknown[]): number | undefined => values.find((value) => typeof value === 'number');
const textIn = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

/** Returns the tokens of a chat, from usage in OpenAI's format or in the format of the memory service. */
export const tokensOf = (result: unknown): Tokens => {
  const usage = Object((Object(result) as Members)['usage']) as Members;
  return { input: numberIn(usage['prompt_tokens'], usage['tokens_in']), output: numberIn(usage['completion_tokens'], usage['tokens_out']) };
};

/** Returns the attributes of a chat's result: its ids, tokens and costs, but no text. */
export const chatFacts = (result: unknown): Attributes => {
  const members = Object(result) as Members;
  const { input, output } = tokensOf(result);
  const choices = Array.isArray(members['choices']) ? (members['choices'] as readonly unknown[]) : [];
  const reasons = choices.flatMap((choice) => textIn((Object(choice) as Members)['finish_reason']) ?? []);
  const usage = Object(members['usage']) as Members;
  const facts = {
    'gen_ai.response.id': textIn(members['id'], members['message_id']),
    'gen_ai.response.model': textIn(members['model']),
    'gen_ai.response.finish_reasons': reasons.length > 0 ? reasons : undefined,
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output,
    'platform.usage.cost_usd': numberIn(members['cost_usd'], usage['cost']),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
};
