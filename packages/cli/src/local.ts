import { helpOf, runLocal } from '@platform-sdk/local-platform/command';
import type { CommandModule } from './command.ts';

const NAME = 'platform-sdk local';

/** Serves a local platform, as the command `platform-sdk-local` of the package `@platform-sdk/local-platform` does. */
export const local: CommandModule = {
  help: helpOf(NAME),
  run: (args, terminal) => runLocal(args, terminal, NAME),
};
