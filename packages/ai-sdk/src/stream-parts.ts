import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata, SharedV4Warning } from '@ai-sdk/provider';
import { isPlatformError } from '@platform-sdk/core';
import type { GatewayChatChunk, GatewayChatResult } from '@platform-sdk/gateway';
import { choiceOf, finishReasonOf, membersOf, sourcesOf, textOf, textsOf, toolCallsOf, usageOf } from './read-reply.ts';

/** The events of a chat. The first event has already arrived. */
interface ChatEvents {
  readonly first: IteratorResult<GatewayChatChunk, unknown>;
  readonly next: () => Promise<IteratorResult<GatewayChatChunk, unknown>>;
  readonly final: () => Promise<GatewayChatResult>;
}

interface StreamFacts {
  readonly warnings: SharedV4Warning[];
  /** True adds every event as a raw part. */
  readonly includeRaw: boolean;
  readonly metadata: { readonly providerMetadata?: SharedV4ProviderMetadata };
}

/** Converts the events of a chat into parts of the AI SDK. Tools are called with complete arguments, and only after a complete reply. */
export async function* streamParts(
  { first, next, final }: ChatEvents,
  { warnings, includeRaw, metadata }: StreamFacts,
): AsyncGenerator<LanguageModelV4StreamPart, undefined> {
  yield { type: 'stream-start', warnings };
  const blocks = createBlocks();
  let isNamed = false;
  try {
    for (let read = first; !read.done; read = await next()) {
      const { value: event } = read;
      if (includeRaw) yield { type: 'raw', rawValue: event };
      // Azure first sends an event with an empty id and model.
      if (!isNamed && (event.id || event.model)) {
        isNamed = true;
        yield metadataOf(event);
      }
      yield* blocks.add(choiceOf(event)['delta']);
    }
    const completion = await final();
    const choice = choiceOf(completion);
    yield* blocks.end();
    yield* toolCallsOf(choice['message']);
    yield* sourcesOf(choice['message']) as LanguageModelV4StreamPart[];
    yield { type: 'finish', finishReason: finishReasonOf(choice), usage: usageOf(completion.usage), ...metadata };
  } catch (error) {
    yield* blocks.end();
    yield { type: 'error', error };
    const received = isPlatformError(error) ? membersOf(error.received)['usage'] : undefined;
    yield { type: 'finish', finishReason: { unified: 'error', raw: undefined }, usage: usageOf(received), ...metadata };
  }
}

const metadataOf = ({ id, model, created }: GatewayChatChunk): LanguageModelV4StreamPart => ({
  type: 'response-metadata',
  ...(id && { id }),
  ...(model && { modelId: model }),
  ...(created && { timestamp: new Date(created * 1000) }),
});

/** The open blocks of a reply: one block of text or reasoning at a time, and the inputs of tools. */
interface Blocks {
  readonly add: (delta: unknown) => LanguageModelV4StreamPart[];
  readonly end: () => LanguageModelV4StreamPart[];
}

/** The input of a tool. The name may arrive in pieces, so the input block begins only with the first argument. */
interface ToolInput {
  readonly id: string;
  name: string;
  isBegun: boolean;
}

const createBlocks = (): Blocks => {
  let open: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined;
  let count = 0;
  const inputs = new Map<string, ToolInput>();
  /** The latest input by the index of its pieces. Only the first piece contains an id. */
  const inputAt = new Map<unknown, ToolInput>();

  const endBlock = (): LanguageModelV4StreamPart[] => {
    const ended = open;
    open = undefined;
    return ended ? [{ type: `${ended.kind}-end`, id: ended.id }] : [];
  };

  const addText = (kind: 'text' | 'reasoning', delta: string): LanguageModelV4StreamPart[] => {
    if (delta === '') return [];
    const ended = open?.kind === kind ? [] : endBlock();
    const begun: LanguageModelV4StreamPart[] = [];
    if (!open) {
      open = { kind, id: `${kind}-${count++}` };
      begun.push({ type: `${kind}-start`, id: open.id });
    }
    return [...ended, ...begun, { type: `${kind}-delta`, id: open.id, delta }];
  };

  const begin = (input: ToolInput): LanguageModelV4StreamPart[] => {
    if (input.isBegun) return [];
    input.isBegun = true;
    return [{ type: 'tool-input-start', id: input.id, toolName: input.name }];
  };

  /** Returns the parts for arguments as they arrive. The tool call itself is created from the complete reply. */
  const addInput = (piece: unknown): LanguageModelV4StreamPart[] => {
    const { index, id, function: called } = membersOf(piece);
    const { name, arguments: delta } = membersOf(called);
    const [own, namePiece, text] = [textOf(id), textOf(name), textOf(delta)];
    if (own && namePiece && !inputs.has(own)) {
      const begun: ToolInput = { id: own, name: '', isBegun: false };
      inputs.set(own, begun);
      inputAt.set(index, begun);
    }
    const input = inputs.get(own) ?? inputAt.get(index);
    if (!input) return [];
    if (!input.isBegun && namePiece !== input.name) input.name += namePiece;
    return text ? [...begin(input), { type: 'tool-input-delta', id: input.id, delta: text }] : [];
  };

  return {
    add(delta) {
      const { reasoning, text } = textsOf(delta);
      const calls = membersOf(delta)['tool_calls'];
      return [...addText('reasoning', reasoning), ...addText('text', text), ...(Array.isArray(calls) ? calls.flatMap(addInput) : [])];
    },
    end() {
      const ended = [...inputs.values()].flatMap((input): LanguageModelV4StreamPart[] => [
        ...begin(input),
        { type: 'tool-input-end', id: input.id },
      ]);
      inputs.clear();
      return [...endBlock(), ...ended];
    },
  };
};
