import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { OperationEntry } from '../operations/operations.ts';

/** Returns whether an operation changes nothing and costs nothing: by its contract, it is safe to retry and not billed. */
export const isRead = ({ operation, isBilled }: OperationEntry): boolean => operation.retry === 'safe' && !isBilled;

/** Returns why the user must allow a call, as the end of the sentence "It ...". Undefined if no permission is required. */
export const reasonToAsk = (entry: OperationEntry): string | undefined => {
  const { isBilled, isSentOnce, isDestructive } = entry;
  const reasons = [
    isBilled && 'costs credits',
    isDestructive && 'removes or invalidates something',
    isSentOnce && 'is sent once and cannot be repeated safely',
  ].filter((each) => each !== false);
  return isRead(entry) || reasons.length === 0 ? undefined : reasons.join(', and ');
};

/** Returns the protocol's hints for an operation. `destructiveHint` is true only for calls that the user must allow. */
export const hintsOf = (entry: OperationEntry): ToolAnnotations => ({
  readOnlyHint: isRead(entry),
  destructiveHint: reasonToAsk(entry) !== undefined,
  idempotentHint: entry.operation.retry === 'safe' || entry.operation.retry === 'idempotent',
  // True if the response contains text from a model or a web page, which is not the platform's own text.
  openWorldHint: entry.operation.generates === true,
});
