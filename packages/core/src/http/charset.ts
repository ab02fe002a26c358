/**
 * Returns the declared charset of JSON and of plain text, if it is not UTF-8. Event streams are UTF-8 by definition, and the bytes of other
 * types, such as CSV and JSON Lines, stay as they are.
 */
export const otherCharset = (type: string): string | undefined => {
  const label = /;\s*charset\s*=\s*"?([^\s"',;]+)/i.exec(type)?.[1];
  // Servers that name ASCII send UTF-8 all the same.
  return label === undefined || !/[/+]json\b|^text\/plain/i.test(type) || /^(?:utf-?8|us-ascii)$/i.test(label) ? undefined : label;
};

/** The media type of the same text in UTF-8. */
export const inUtf8 = (type: string): string => type.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;]*)/gi, '; charset=utf-8');
