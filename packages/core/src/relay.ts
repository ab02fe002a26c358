export { fromResponse, type RelayedStream } from './streams/from-response.ts';
export { toReadableStream, toResponse, type RelayOptions, type RelaySource, type ResponseOptions } from './streams/to-response.ts';
