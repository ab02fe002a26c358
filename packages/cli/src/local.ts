import { helpOf, runLocal } from '@platform-sdk/local-platform/command';
import type { CommandModule } from './command.ts';

const NAME = 'platform-sdk local';

/** Serves a local platform. The command `platform-sdk-local` of the local platform's own package is the same. */
export const local: CommandModule = {
  help: helpOf(NAME),
  run: (args, terminal) => runLocal(args, terminal, NAME),
};
