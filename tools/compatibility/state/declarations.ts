/** The exported names of the built packages, as API Extractor finds them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { publishedPackages, type WorkspacePackage } from '@platform-sdk/build/workspace';

/** An exported name, or a member of it. */
export interface Declaration {
  /** Its name after the names of enclosing declarations, such as `WalletsClientOptions.reference`. */
  readonly name: string;
  readonly kind: string;
  /** The declaration without comments, on one line. */
  readonly signature: string;
  readonly optional: boolean;
  /** The value after `Default:` in its comment. */
  readonly defaultValue?: string;
  readonly deprecated: boolean;
}

/** An entry of a package, such as `@platform-sdk/wallets/node`. */
export interface EntryState {
  readonly entry: string;
  readonly package: string;
  /** The path of the declaration file. */
  readonly file: string;
  readonly declarations: readonly Declaration[];
  /** API Extractor's report. */
  readonly report: string;
}

/** A node of API Extractor's model of an entry. */
interface Item {
  readonly kind: string;
  readonly name?: string;
  readonly docComment?: string;
  readonly isOptional?: boolean;
  readonly overloadIndex?: number;
  readonly excerptTokens?: readonly { readonly text: string }[];
  readonly members?: readonly Item[];
}

/** Returns false for entries that only our own packages import, and for contracts, whose operations are reported separately. */
const isReported = (name: string, key: string, file: string | undefined): file is string =>
  file !== undefined && key !== './internal' && (key !== './contract' || name === '@platform-sdk/core');

const entriesOf = ({ name, directory, exports }: WorkspacePackage): readonly Entry[] =>
  Object.entries(exports).flatMap(([key, { types }]) =>
    isReported(name, key, types) ? [{ package: name, entry: name + key.slice(1), directory, file: join(directory, types) }] : [],
  );

interface Entry {
  readonly package: string;
  readonly entry: string;
  readonly directory: string;
  readonly file: string;
}

const configOf = ({ directory, file }: Entry, folder: string, files: readonly string[], output: string): ExtractorConfig =>
  ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: file,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: 'nodenext',
            moduleResolution: 'nodenext',
            target: 'es2022',
            lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable', 'dom.asynciterable'],
            types: ['node'],
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: true,
          },
          files,
        },
      },
      apiReport: { enabled: true, reportFileName: 'entry', reportFolder: output, reportTempFolder: join(output, 'temporary') },
      docModel: { enabled: true, apiJsonFilePath: join(output, 'entry.json') },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(directory, 'package.json'),
  });

/** Returns the entries of all published packages in a folder with the built repository. */
export const readEntries = async (folder: string): Promise<readonly EntryState[]> => {
  const entries = (await publishedPackages(folder)).flatMap(entriesOf);
  const files = entries.map(({ file }) => file);
  const output = mkdtempSync(join(tmpdir(), 'api-report-'));
  try {
    let compilerState: CompilerState | undefined;
    return entries.map((entry) => {
      const config = configOf(entry, folder, files, output);
      compilerState ??= CompilerState.create(config, { additionalEntryPoints: files });
      const errors: string[] = [];
      Extractor.invoke(config, {
        compilerState,
        localBuild: true,
        messageCallback(message) {
          message.handled = true;
          if (message.category === 'Compiler') errors.push(message.text);
        },
      });
      if (errors[0] !== undefined) throw new Error(`API Extractor cannot read ${entry.entry}: ${errors[0]}`);
      const model = JSON.parse(readFileSync(join(output, 'entry.json'), 'utf8')) as Item;
      return {
        entry: entry.entry,
        package: entry.package,
        file: entry.file,
        declarations: (model.members ?? []).flatMap((each) => declarationsIn(each.members ?? [], [])),
        report: readFileSync(join(output, 'entry.api.md'), 'utf8'),
      };
    });
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
};

/** Returns the declarations of a model, and those of their members. */
const declarationsIn = (items: readonly Item[], around: readonly string[]): readonly Declaration[] =>
  items.flatMap((item) => {
    const { kind, name = kind, docComment = '', isOptional = false, overloadIndex = 1, excerptTokens = [], members = [] } = item;
    const path = [...around, overloadIndex > 1 ? `${name}(${overloadIndex})` : name];
    const defaultValue = defaultIn(docComment);
    const declaration: Declaration = {
      name: path.join('.'),
      kind,
      signature: withoutComments(excerptTokens.map(({ text }) => text).join('')),
      optional: isOptional,
      ...(defaultValue !== undefined && { defaultValue }),
      deprecated: docComment.includes('@deprecated'),
    };
    return [declaration, ...declarationsIn(members, path)];
  });

const withoutComments = (signature: string): string =>
  signature
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the value of the sentence `Default: 30,000.` in a comment. */
const defaultIn = (comment: string): string | undefined =>
  /Default: (.+?)\.(?:\s|$)/.exec(comment.replaceAll(/\s*\n\s*\*?\/?\s*/g, ' ').replace(/^\/\*\*/, ''))?.[1];
