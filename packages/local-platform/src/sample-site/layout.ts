export interface Content {
  /** The absolute path, such as `/guide/`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  /** The language code. Default: `en`. */
  readonly language?: string;
}

/** Renders a page in the site's layout. The links are relative, so that they work at any URL. */
export const pageOf = ({ path, title, description, html, language = 'en' }: Content): string => {
  const home = '../'.repeat(path.split('/').length - 2) || './';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="author" content="The Engine Society">
<style>body { font: 1rem/1.5 sans-serif; max-width: 60rem; margin: auto } nav a { margin-right: 1em }</style>
</head>
<body>
<header class="site-header"><nav class="navigation" role="navigation"><a href="${home}">Home</a> <a href="${home}guide/">Guide</a> <a href="${home}news.html">News</a> <a href="${home}de/">Deutsch</a></nav></header>
<main><article>
<h1>${title}</h1>
${html}
</article></main>
<aside class="sidebar"><p>Subscribe to our newsletter!</p><form><input name="email"><button>Subscribe</button></form></aside>
<footer class="footer"><p>All cookies accepted. © The Engine Society.</p><a href="${home}imprint.html">Imprint</a></footer>
<script>window.tracked = true;</script>
</body>
</html>
`;
};
