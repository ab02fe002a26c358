/** Joins the pieces of a snippet into the program that is checked and run. */

/** The position of a program's line: the index of its piece, and of the line within the piece, both from 0. */
export interface Place {
  readonly piece: number;
  readonly line: number;
}

export interface Program {
  readonly text: string;
  /** The position of each line. Undefined for lines that joining adds. */
  readonly places: readonly (Place | undefined)[];
}

interface Import {
  readonly place: Place;
  readonly module: string;
  readonly isType: boolean;
  /** The names in braces, or one default name or namespace. */
  readonly names: readonly string[];
  readonly isBraced: boolean;
}

/** Matches an import at the start of a line, or after another statement. */
const IMPORT = /(?<=^|;)[^\S\n]*import\s+(?:(type)\s+)?(?:([^'"]*?)\s+from\s+)?['"]([^'"]+)['"];?/gm;

const parseImport = (match: readonly unknown[], place: Place): Import[] => {
  const [, type, clause = '', module = ''] = match as readonly (string | undefined)[];
  const isType = type !== undefined;
  const braced = /\{([^}]*)\}/.exec(clause)?.[1];
  const plain = clause.replace(/,?\s*\{[^}]*\}/, '').trim();
  const names = (braced ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return [
    ...(plain === '' && braced !== undefined ? [] : [{ place, module, isType, names: plain === '' ? [] : [plain], isBraced: false }]),
    ...(braced === undefined ? [] : [{ place, module, isType, names, isBraced: true }]),
  ];
};

const statementOf = ({ module, isType, names, isBraced }: Import): string => {
  if (names.length === 0) return `import '${module}';`;
  const list = names.join(', ');
  return `import ${isType ? 'type ' : ''}${isBraced ? `{ ${list} }` : list} from '${module}';`;
};

/** Removes the imports from a piece. The other lines keep their positions. */
const splitImports = (text: string, piece: number): { readonly imports: Import[]; readonly rest: string } => {
  const imports: Import[] = [];
  const rest = text.replaceAll(IMPORT, (...match) => {
    const offset = match.at(-2) as number;
    const line = text.slice(0, offset).split('\n').length - 1;
    imports.push(...parseImport(match, { piece, line }));
    return String(match[0]).replaceAll(/[^\n]+/g, '');
  });
  return { imports, rest };
};

/** Removes repeated names from the imports. */
const withoutRepeats = (imports: readonly Import[]): Import[] => {
  const seen = new Set<string>();
  return imports.flatMap((each) => {
    const names = each.names.filter((name) => {
      const key = `${each.module} ${name.replace(/^type /, '')}`;
      return !seen.has(key) && seen.add(key);
    });
    return names.length === 0 && each.names.length > 0 ? [] : [{ ...each, names }];
  });
};

/**
 * Joins pieces into one module. Imports come first. Each later piece is a block inside the previous piece, so that it can use names of the
 * previous piece or declare them again.
 */
export const joinPieces = (pieces: readonly string[]): Program => {
  const split = pieces.map(splitImports);
  const lines: { readonly text: string; readonly place: Place | undefined }[] = withoutRepeats(split.flatMap(({ imports }) => imports)).map(
    (each) => ({ text: statementOf(each), place: each.place }),
  );
  for (const [piece, { rest }] of split.entries()) {
    if (piece > 0) lines.push({ text: '{', place: undefined });
    // Removes exports, because a block cannot contain them.
    const body = piece === 0 && split.length === 1 ? rest : rest.replaceAll(/^export (?:default )?/gm, '');
    lines.push(...body.split('\n').map((text, line) => ({ text, place: { piece, line } })));
  }
  if (pieces.length > 1) lines.push({ text: '}'.repeat(pieces.length - 1), place: undefined });
  lines.push({ text: 'export {};', place: undefined });
  return { text: lines.map(({ text }) => text).join('\n'), places: lines.map(({ place }) => place) };
};
