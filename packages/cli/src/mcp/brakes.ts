import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { OperationEntry } from '../operations/operations.ts';

/** Returns true for an operation that changes nothing and costs nothing. The contract retries it freely. */
export const isRead = ({ operation, isBilled }: OperationEntry): boolean => operation.retry === 'safe' && !isBilled;

/** Returns why a person must allow a call, as the end of the sentence "It ...". Undefined if nobody needs to. */
export const reasonToAsk = (entry: OperationEntry): string | undefined => {
  const { isBilled, isSentOnce, isDestructive } = entry;
  const reasons = [
    isBilled && 'costs credits',
    isDestructive && 'removes or invalidates something',
    isSentOnce && 'is sent once and cannot be repeated safely',
  ].filter((each) => each !== false);
  return isRead(entry) || reasons.length === 0 ? undefined : reasons.join(', and ');
};

/** The hints of the protocol, from the contract. `destructiveHint` is true exactly for the calls that ask a person. */
export const hintsOf = (entry: OperationEntry): ToolAnnotations => ({
  readOnlyHint: isRead(entry),
  destructiveHint: reasonToAsk(entry) !== undefined,
  idempotentHint: entry.operation.retry === 'safe' || entry.operation.retry === 'idempotent',
  // The response contains text of a model or of a web page, which nobody at the platform wrote.
  openWorldHint: entry.operation.generates === true,
});
