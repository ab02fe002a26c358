/** The file's name of a `Content-Disposition` (RFC 6266), safe to join to a folder; undefined when there is none. */
export const fileNameOf = (header: string): string | undefined => {
  const [, extended] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header) ?? [];
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])+)"|([^;\s"]+))/i.exec(header) ?? [];
  // It is the server's word: no folders, and nothing that a file system refuses or that hides the extension.
  return (decoded(extended) ?? quoted?.replace(/\\(.)/g, '$1') ?? token)?.replace(/[\p{C}<>:"|?*/\\]|^\.+/gu, '_');
};

const decoded = (value: string | undefined): string | undefined => {
  try {
    return value && decodeURIComponent(value);
  } catch {
    // The plain name is left.
    return undefined;
  }
};
