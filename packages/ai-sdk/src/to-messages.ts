import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import { inputError } from '@platform-sdk/core/internal';
import type { ContentPart, GatewayMessage, MessageContent } from '@platform-sdk/gateway';
import { PROVIDER } from './provider-name.ts';
import { toFilePart } from './to-file-part.ts';

/** Called for the parts of a prompt that are omitted. */
type OnUnsupported = (feature: string, details: string) => void;

type MessageOf<Role extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: Role }>;

/** Creates the gateway's messages from a prompt. Throws for a part that cannot be sent. The error names the position of the part. */
export const toMessages = (prompt: LanguageModelV4Prompt, onUnsupported: OnUnsupported): GatewayMessage[] =>
  prompt.flatMap((message, index) => {
    const field = `prompt.${index}.content`;
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.content }];
      case 'user':
        return [{ role: 'user', content: toContent(message.content, field) }];
      case 'assistant':
        return [toReply(message, field, onUnsupported)];
      case 'tool':
        return toResults(message, field);
    }
  });

type Part = Exclude<MessageOf<'user'>['content'][number], string>;

/** Creates the content of a message: a string for a single text, otherwise an array of parts. */
const toContent = (parts: readonly Part[], field: string): MessageContent => {
  const [first] = parts;
  if (parts.length === 1 && first?.type === 'text') return first.text;
  return parts.map((part, place): ContentPart =>
    part.type === 'text' ? { type: 'text', text: part.text } : toFilePart(part, `${field}.${place}`),
  );
};

const toReply = ({ content }: MessageOf<'assistant'>, field: string, onUnsupported: OnUnsupported): GatewayMessage => {
  let text = '';
  let reasoning = '';
  const calls: NonNullable<GatewayMessage['tool_calls']>[number][] = [];
  for (const [place, part] of content.entries()) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'reasoning') reasoning += part.text;
    else if (part.type === 'file') throw inputError(`${field}.${place}: the gateway takes no file in a reply`, `${field}.${place}`);
    else if (part.type !== 'tool-call' || part.providerExecuted) {
      onUnsupported(`${part.type} of another provider`, 'It is left out of the reply');
    } else {
      const called = { name: part.toolName, arguments: JSON.stringify(part.input ?? {}) };
      const { extra_content: extra } = part.providerOptions?.[PROVIDER] ?? {};
      calls.push({ id: part.toolCallId, type: 'function', function: called, ...(extra !== undefined && { extra_content: extra }) });
    }
  }
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    // Models that reason between tool calls need their reasoning back.
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
};

/** Creates messages from tool results. Skips approvals of tools, which the AI SDK has already applied. */
const toResults = ({ content }: MessageOf<'tool'>, field: string): GatewayMessage[] =>
  content.flatMap((part, place) =>
    part.type === 'tool-result'
      ? [{ role: 'tool', tool_call_id: part.toolCallId, content: toResult(part.output, `${field}.${place}.output.value`) }]
      : [],
  );

const toResult = (output: LanguageModelV4ToolResultPart['output'], field: string): MessageContent => {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'execution-denied':
      return output.reason ?? 'The user denied the execution of the tool.';
    case 'content':
      return toContent(
        output.value.map((part, place): Part => {
          if (part.type === 'custom') throw inputError(`${field}.${place}: the gateway takes no custom part`, `${field}.${place}`);
          return part;
        }),
        field,
      );
    default:
      return JSON.stringify(output.value);
  }
};
