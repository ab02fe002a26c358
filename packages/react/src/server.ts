export { toSessionSnapshot, type SessionSnapshot, type SessionUser } from './session-snapshot.ts';
