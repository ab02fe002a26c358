import { object, operation, resource, string, unknown, type Resource } from '@platform-sdk/core/contract';

/** The resource that the contracts of tests use. */
export interface Note extends Resource {
  title: string;
}

export const note = resource<Note>('note', { title: string });

export const readNote = operation({
  method: 'GET',
  path: '/notes/{noteId}',
  credentials: 'user',
  input: object<{ noteId: string }>({ noteId: string }),
  output: unknown,
  retry: 'safe',
});

/** The common fields of operations without an input. */
export const bare = { credentials: 'none', input: object<{}>({}), retry: 'safe' } as const;
