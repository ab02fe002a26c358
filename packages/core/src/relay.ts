import './internal.ts';
export { fromResponse, type RelayedStream } from './streams/from-response.ts';
export type { ExposeMessage } from './streams/relay-events.ts';
export {
  toErrorResponse,
  toReadableStream,
  toResponse,
  type ErrorResponseOptions,
  type RelayOptions,
  type RelaySource,
  type ResponseOptions,
} from './streams/to-response.ts';
