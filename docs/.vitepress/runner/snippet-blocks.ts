/** Renders the snippets of a page: preambles folded, and a Run button under each program that can run in a page. */
import type { MarkdownRenderer } from 'vitepress';
import { snippetsOf, type Snippet } from '@platform-sdk/docs-tools/snippets/find';
import { modules } from '@platform-sdk/docs-tools/runner/worker/modules';

const IS_TYPESCRIPT = /^(?:ts|typescript|tsx)(?![\w-])/;
const IMPORTED = /^(?:import|export)\s(?!type\s)[^'"]*?['"]([^'"]+)['"]/gm;

/** Returns whether a page has all modules that a snippet imports. */
const isForPages = ({ language, pieces, notRun, notInPage, file }: Snippet): boolean =>
  language === 'ts' &&
  notRun === undefined &&
  notInPage === undefined &&
  file === undefined &&
  pieces.every(({ text }) => [...text.matchAll(IMPORTED)].every(([, name = '']) => Object.hasOwn(modules, name)));

const attribute = (value: unknown): string => encodeURIComponent(JSON.stringify(value)).replaceAll("'", '%27');

/** The code that a block shows, and the preamble that it folds. */
const splitBlock = ({ pieces }: Snippet, content: string): { readonly shown: string; readonly folded?: string } => {
  const [last, before] = [pieces.at(-1)?.text ?? '', pieces.at(-2)?.text];
  return content.startsWith('// #region preamble') && before !== undefined ? { shown: last, folded: before } : { shown: content };
};

export const snippetBlocks = (md: MarkdownRenderer): void => {
  const found = new WeakMap<object, Snippet>();
  md.core.ruler.push('snippets', (state) => {
    const snippets = new Map(snippetsOf('this page', state.src).map((snippet) => [snippet.index, snippet]));
    const fences = state.tokens.filter(({ type, info }) => type === 'fence' && IS_TYPESCRIPT.test(info.trim()));
    for (const [index, token] of fences.entries()) {
      const snippet = snippets.get(index);
      if (snippet) found.set(token, snippet);
    }
  });
  const fence = md.renderer.rules.fence;
  if (!fence) throw new Error('VitePress has no rule for fences.');
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const snippet = token && found.get(token);
    if (!snippet) return fence(tokens, index, ...rest);
    const show = (content: string): string => {
      const list = [...tokens];
      list[index] = Object.assign(Object.create(token) as typeof token, { content });
      return fence(list, index, ...rest);
    };
    const { shown, folded } = splitBlock(snippet, token.content);
    const fold = folded === undefined ? '' : `<details class="beforehand"><summary>Beforehand</summary>${show(`${folded}\n`)}</details>`;
    const block = show(shown.endsWith('\n') ? shown : `${shown}\n`);
    if (!isForPages(snippet)) return fold + block;
    return `${fold}<RunSnippet pieces="${attribute(snippet.pieces.map(({ text }) => text))}">${block}</RunSnippet>`;
  };
};
