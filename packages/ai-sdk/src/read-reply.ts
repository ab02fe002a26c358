import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { newUuid } from '@platform-sdk/core/internal';
import { PROVIDER } from './provider-name.ts';

// The gateway client returns billed completions even if they do not match the API specification, so this code checks their types.
type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members => Object(value) as Members;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Returns the first choice of a completion, because the AI SDK requests only one reply. */
export const choiceOf = (completion: unknown): Members => {
  const choices = listOf(membersOf(completion)['choices']);
  return membersOf(choices.find((choice) => (membersOf(choice)['index'] ?? 0) === 0) ?? choices[0]);
};

/** The text and the reasoning of a message or a part of a message. */
export interface Texts {
  readonly reasoning: string;
  readonly text: string;
}

/** Returns the texts of a message. Includes `refusal`, which may be the only text. */
export const textsOf = (message: unknown): Texts => {
  const { content, reasoning_content: thoughts, reasoning, refusal } = membersOf(message);
  const parts = listOf(content).map(membersOf);
  const joined = (type: string): string => parts.map((part) => (part['type'] === type ? textIn(part[type]) : '')).join('');
  return {
    // Providers send the reasoning as `reasoning_content`, as `reasoning`, or as both with the same text.
    reasoning: (textOf(thoughts) || textOf(reasoning)) + joined('thinking'),
    text: textOf(content) + joined('text') + joined('refusal') + textOf(refusal),
  };
};

/** Returns the text of a value, which is a string or an array of parts with text. */
const textIn = (value: unknown): string =>
  Array.isArray(value) ? value.map((part) => textOf(membersOf(part)['text'])).join('') : textOf(value);

export const toolCallsOf = (message: unknown): LanguageModelV4ToolCall[] =>
  listOf(membersOf(message)['tool_calls']).map((call) => {
    const { id, function: called, custom, extra_content: extra } = membersOf(call);
    const { name, arguments: input } = membersOf(called ?? custom);
    // Some providers send an object instead of JSON, or no arguments for a tool without arguments.
    const json = typeof input === 'string' ? input || '{}' : JSON.stringify(input ?? membersOf(custom)['input'] ?? {});
    return {
      type: 'tool-call',
      toolCallId: textOf(id) || newUuid(),
      toolName: textOf(name),
      input: json,
      // May contain the thought signature of Gemini, which rejects a later request whose tool call lacks the signature.
      ...(extra ? { providerMetadata: { [PROVIDER]: { extra_content: extra as SharedV4ProviderMetadata[string] } } } : {}),
    };
  });

/** Returns the pages that a message cites. */
export const sourcesOf = (message: unknown): LanguageModelV4Content[] =>
  listOf(membersOf(message)['annotations']).flatMap((annotation) => {
    const { url, title } = membersOf(membersOf(annotation)['url_citation']);
    if (typeof url !== 'string') return [];
    return [{ type: 'source', sourceType: 'url', id: newUuid(), url, ...(typeof title === 'string' && { title }) }];
  });

/** Returns the content of a choice, in the order in which models generate it. */
export const contentOf = ({ message }: Members): LanguageModelV4Content[] => {
  const { reasoning, text } = textsOf(message);
  return [
    ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : []),
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...toolCallsOf(message),
    ...sourcesOf(message),
  ];
};

const REASONS: Readonly<Record<string, LanguageModelV4FinishReason['unified']>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'content-filter',
  error: 'error',
};

/** Returns the reason why a reply ended. Some providers send `stop` although the model calls tools. */
export const finishReasonOf = ({ message, finish_reason: reason }: Members): LanguageModelV4FinishReason => {
  const raw = typeof reason === 'string' ? reason : undefined;
  const unified = raw !== undefined && Object.hasOwn(REASONS, raw) ? (REASONS[raw] ?? 'other') : 'other';
  return { unified: unified === 'stop' && toolCallsOf(message).length > 0 ? 'tool-calls' : unified, raw };
};

/** Returns the tokens of a reply. A count that the provider does not send stays undefined. */
export const usageOf = (usage: unknown): LanguageModelV4Usage => {
  const counts = membersOf(usage);
  const cached = numberOf(membersOf(counts['prompt_tokens_details'])['cached_tokens']);
  const reasoning = numberOf(membersOf(counts['completion_tokens_details'])['reasoning_tokens']);
  const input = numberOf(counts['prompt_tokens']);
  const output = numberOf(counts['completion_tokens']);
  return {
    inputTokens: { total: input, noCache: without(input, cached), cacheRead: cached, cacheWrite: undefined },
    outputTokens: { total: output, text: without(output, reasoning), reasoning },
    ...(usage ? { raw: usage as NonNullable<LanguageModelV4Usage['raw']> } : {}),
  };
};

const without = (all: number | undefined, part: number | undefined): number | undefined =>
  all === undefined || part === undefined ? undefined : all - part;
