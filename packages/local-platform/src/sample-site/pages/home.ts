import type { Content } from '../layout.ts';

export const home: Content = {
  path: '/',
  title: 'The Engine Society',
  description: 'Machines that calculate, and the people who imagined them.',
  html: `<p>The Engine Society keeps what is known of mechanical calculation: of the difference engine, of the analytical engine, and of the people who imagined them long before either could be built.</p>
<p>Begin with the <a href="guide/">guide to the engines</a>, read the <a href="news.html">news of the workshop</a>, or look at the <a href="gallery.html">gallery</a>. A <a href="lost.html">page about the lost drawings</a> is said to exist, but nobody has found it yet.</p>
<p>There is a <a href="de/">German page</a>, too. The rules of the web are kept at <a href="https://example.com/rules">another place</a>.</p>`,
};

export const imprint: Content = {
  path: '/imprint.html',
  title: 'Imprint',
  description: 'Who answers for these pages.',
  html: `<p>These pages are made up. They ship with the local platform, so that there is something to convert, to crawl and to search without leaving the machine.</p>
<p>The society meets on no day of the week, in no building, and it has no members. Its <a href="./">home page</a> is all there is of it.</p>`,
};
