import { parseSync, type ParseResult, type VisitorObject } from 'oxc-parser';

/** Parses a source. An error names the file. */
export function parseSource(path: string, source: string): ParseResult {
  const parsed = parseSync(path, source);
  if (parsed.errors[0]) throw new Error(`${path}: ${parsed.errors[0].message}`);
  return parsed;
}

/** Counts how many functions enclose the current node of a walk. */
export function functionDepth(): { readonly visits: VisitorObject; readonly isAtModuleScope: () => boolean } {
  let depth = 0;
  const enter = (): void => void depth++;
  const leave = (): void => void depth--;
  const visits: VisitorObject = {
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
  };
  return { visits, isAtModuleScope: () => depth === 0 };
}
