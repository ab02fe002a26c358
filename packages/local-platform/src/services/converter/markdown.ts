/** Converts HTML to Markdown with `#` headings, fenced code and tables. */
export const markdownOf = async (html: string): Promise<string> => {
  const { default: Turndown } = await import('turndown');
  const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  service.remove(['script', 'style', 'noscript', 'iframe', 'form', 'button']);
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .trim()
        .replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|')} |`,
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const isFirst = node.parentNode?.nodeName !== 'TBODY' ? isAlone(node) : isAlone(node) && !hasHead(node.parentNode);
      return `|${content}\n${isFirst ? `|${' --- |'.repeat(node.childNodes.length)}\n` : ''}`;
    },
  });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.replaceAll(/\n{2,}/g, '\n').trim()}\n\n` });
  return service.turndown(html).trim();
};

/** Returns whether a row is the first row in its part of the table. */
const isAlone = (row: Node): boolean => {
  let before = row.previousSibling;
  while (before && before.nodeType !== 1) before = before.previousSibling;
  return before === null;
};

/** Returns whether the table has a `thead` before this part. */
const hasHead = (part: Node | null): boolean => {
  let before = part?.previousSibling;
  while (before && before.nodeName !== 'THEAD') before = before.previousSibling;
  return Boolean(before);
};
