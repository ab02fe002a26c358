export { connectControl, type IssuedMemoryToken, type IssuedSession, type LocalControl, type RemoteFault } from './connect.ts';
export type { AccountsDocument, RequestSummary } from './documents.ts';
