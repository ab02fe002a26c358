/** Event streams, jobs and completions. Only contracts of services with streams need this entry. */
import './internal.ts';
export {
  completionFields,
  toolCalls,
  verifyChoices,
  type Choice,
  type ChunkChoice,
  type CompletionResult,
  type CustomCall,
  type Delta,
  type FunctionCall,
  type Reply,
  type ToolCall,
  type Usage,
} from './schema/completion.ts';
export {
  contentProblems,
  getMessageText,
  messageContent,
  type ContentPart,
  type ImageAddress,
  type InputAudio,
  type InputFile,
  type MessageContent,
} from './schema/message-content.ts';
export { isFilled as isPresent } from './diagnostics/error-body.ts';
export { answered, completionChunks, completionFromEvents } from './streams/completion-chunks.ts';
export { isKeepAlive, membersIn, reported } from './streams/event-json.ts';
export { createGrowingText, type GrowingText } from './streams/text.ts';
export type { Dialect, StreamReading } from './streams/dialect.ts';
export { eventsIn, eventStream, type EventStream } from './streams/event-stream.ts';
export { delimited, type Job, type JobReading } from './streams/job.ts';
