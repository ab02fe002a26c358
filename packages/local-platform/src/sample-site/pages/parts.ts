import type { Content } from '../layout.ts';

export const wheels: Content = {
  path: '/guide/parts/wheels.html',
  title: 'Figure wheels',
  description: 'One wheel for each digit.',
  html: `<p>A figure wheel holds one decimal digit. Wheels stand above each other in columns, and a column of wheels is a number; the lowest wheel is that of the units.</p>
<p>When a wheel passes from nine to zero, a lever warns the wheel above it, and a moment later an arm carries the one. Carriage was the hardest part of the machine, and the loudest.</p>
<p><img src="../../images/wheel.png" alt="A figure wheel"></p>
<p>How the digits came to be written on the wheels is told among the <a href="history/notation.html">notes on notation</a>.</p>`,
};

export const cards: Content = {
  path: '/guide/parts/cards.html',
  title: 'Operation cards',
  description: 'How the engine is told what to do.',
  html: `<p>Operation cards say what the mill does next; variable cards say with which numbers of the store, and where the result goes. Both hang in chains, and a chain can be turned back to repeat what it says.</p>
<blockquote><p>The Analytical Engine weaves algebraical patterns just as the Jacquard loom weaves flowers and leaves.</p></blockquote>
<p>Chains of cards were tied with ribbon. Sixty of them, one after another, would have been enough for the Bernoulli numbers of <a href="../analytical-engine.html">the notes</a>.</p>`,
};

export const notation: Content = {
  path: '/guide/parts/history/notation.html',
  title: 'Notes on notation',
  description: 'A language for machines in motion.',
  html: `<p>Babbage drew his machines in a notation of his own. It says which part moves which, and when: a picture of time where a drawing is one of space.</p>
<p>He thought it the best of his inventions. Few could read it then, and it took decades to learn again how the drawings were meant. The <a href="../../">guide</a> does without it.</p>`,
};
