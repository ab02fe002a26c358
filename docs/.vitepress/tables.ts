/** Gives each cell of a table the head of its column, which narrow windows show before the cell. Marks tables with many columns. */
import type { MarkdownRenderer } from 'vitepress';

/** Tables with more columns are shown in small print. */
const MANY_COLUMNS = 6;

export const labelledTables = (md: MarkdownRenderer): void => {
  md.core.ruler.push('labelled-tables', ({ tokens }) => {
    let heads: string[] = [];
    let column = 0;
    let open: (typeof tokens)[number] | undefined;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') [heads, open] = [[], token];
      if (token.type === 'tr_open') column = 0;
      if (token.type === 'th_open') heads.push((tokens[index + 1]?.content ?? '').replaceAll('`', ''));
      // In a table of two columns, the first cell is the head of the second.
      if (token.type === 'td_open' && heads.length > 2) token.attrSet('data-head', heads[column++] ?? '');
      if (token.type === 'thead_close' && heads.length > MANY_COLUMNS) open?.attrJoin('class', 'many-columns');
      if (token.type === 'thead_close' && heads.length === 2) open?.attrJoin('class', 'pairs');
    }
  });
  // VitePress's own rule drops the class of a table, and adds the table to the Tab order.
  md.renderer.rules['table_open'] = (tokens, index, options, _env, renderer) => renderer.renderToken(tokens, index, options);
};
