/** The order in which test files start: a long one that started last would run alone. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** Those that wait come first: others run meanwhile. */
const PROJECTS: readonly string[] = ['redis', 'faults', 'over ky', 'over fetch', 'opentelemetry', 'unit-mocking', 'unit'];

/** Files that take longer than others of their size. A fresh clone has no durations of an earlier run. */
const LONG: readonly string[] = [
  'packages/redis/test/processes.test.ts',
  'packages/redis/test/shared-session.test.ts',
  'packages/redis/test/killed-holder.test.ts',
  'packages/redis/test/faults.test.ts',
  'test/faults/session-processes.test.ts',
  'test/faults/archive-leftovers.test.ts',
  'test/faults/secrets.test.ts',
  'test/faults/streams.test.ts',
  'test/faults/recorded-jobs.test.ts',
  'test/faults/upload-memory.test.ts',
  'test/stale-responses.test.ts',
  'test/staging-examples.test.ts',
  'packages/local-platform/test/data-folder.test.ts',
  'packages/core/test/two-users.test.ts',
  'test/linear-expressions.test.ts',
  'test/long-streams.test.ts',
  'packages/core/test/file-lock.test.ts',
  'packages/gateway/test/file-limiter-store.test.ts',
  'packages/cli/test/drift/command.test.ts',
  'packages/local-platform/test/bin.test.ts',
  'test/excess-properties.test.ts',
  'test/hostile-requests.test.ts',
  'test/kept-memory.test.ts',
  'test/type-names.test.ts',
  'test/callbacks.test.ts',
  'packages/local-platform/test/documents.test.ts',
  'packages/local-platform/test/scale.test.ts',
];

/** Returns the place in a list, or the place behind it. */
const placeIn = (list: readonly string[], item: string): number => (list.includes(item) ? list.indexOf(item) : list.length);

/** Sorts the files by project, known long ones first, then as vitest does. */
export const fileOrder = function fileOrder(context: ConstructorParameters<TestSequencerConstructor>[0]) {
  const base = new BaseSequencer(context);
  const placeOf = ({ project, moduleId }: TestSpecification): readonly [number, number] => [
    placeIn(PROJECTS, project.name),
    placeIn(LONG, relative(context.config.root, moduleId).replaceAll('\\', '/')),
  ];
  return {
    shard: (files: TestSpecification[]) => base.shard(files),
    async sort(files: TestSpecification[]) {
      const sorted = await base.sort(files);
      return sorted.toSorted((one, other) => {
        const [[project, file], [otherProject, otherFile]] = [placeOf(one), placeOf(other)];
        return project - otherProject || file - otherFile;
      });
    },
  };
} as unknown as TestSequencerConstructor;
