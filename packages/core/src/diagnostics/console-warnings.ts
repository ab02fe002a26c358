import type { LogEvent, Logger } from './logger.ts';

/** Marks the events that need a person's action. Other events are not written to the console. */
const MUST_ACT: Readonly<Record<LogEvent['type'], boolean>> = {
  attempt: false,
  'invalid-response': false,
  session: false,
  deprecation: true,
  warning: true,
};

/** Returns the logger of a platform whose options name no logger. This logger writes the first warning of each kind to the console. */
export const consoleWarnings = (): Logger => {
  const written = new Set<string>();
  return (event) => {
    if (!MUST_ACT[event.type]) return;
    const message = messageOf(event);
    const kind = event.type === 'warning' ? (event.code ?? message) : event.type;
    // Messages may vary, so the number is limited: a process may run for years.
    if (written.has(kind) || written.size >= MAX_KINDS) return;
    written.add(kind);
    // oxlint-disable-next-line no-console -- without a logger, the console is the only way to show a warning
    console.warn(`@platform-sdk: ${message} (Written once. The option logger receives every event, and logger: false ends this.)`);
  };
};

const MAX_KINDS = 100;

const messageOf = (event: LogEvent): string => {
  if (event.type === 'warning') return event.message;
  if (event.type !== 'deprecation') return event.type;
  const { operation, sunsetAt } = event;
  return `The service announced the end of ${operation}${sunsetAt === undefined ? '' : ` on ${sunsetAt}`}.`;
};
