import type { Delta, Reply, ToolCall } from '@platform-sdk/gateway';

/** Joins the pieces of a stream into the complete reply. */
export const replyOf = (deltas: readonly Delta[]): Reply => {
  const calls = new Map<unknown, ToolCall>();
  const reply: Record<string, unknown> = { role: 'assistant', content: null };
  for (const { tool_calls, ...members } of deltas) {
    for (const [name, value] of Object.entries(members)) reply[name] = joined(reply[name], value, name);
    for (const { index, ...piece } of tool_calls ?? []) {
      const call = calls.get(index);
      if (call) extend(call, piece);
      else calls.set(index, structuredClone(piece) as unknown as ToolCall);
    }
  }
  return { ...(reply as unknown as Reply), ...(calls.size > 0 && { tool_calls: [...calls.values()] }) };
};

const joined = (held: unknown, value: unknown, name: string): unknown => {
  if (value === null || value === undefined) return held;
  return typeof held === 'string' && typeof value === 'string' && name !== 'role' ? held + value : value;
};

const extend = (call: ToolCall, piece: Record<string, unknown>): void => {
  const { arguments: more = '' } = (piece['function'] ?? {}) as { readonly arguments?: string };
  if (call.function) call.function.arguments += more;
};
