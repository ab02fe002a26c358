import type { Content } from '../layout.ts';

export const guide: Content = {
  path: '/guide/',
  title: 'Guide to the engines',
  description: 'Two engines, and what they were for.',
  html: `<p>Charles Babbage designed two kinds of machines. The first adds, and by adding it makes tables; the second can be told what to do, one card after the other.</p>
<ol><li>The <a href="difference-engine.html">difference engine</a> tabulates polynomials.</li><li>The <a href="analytical-engine.html">analytical engine</a> carries out any calculation.</li></ol>
<p>They have little in common but their inventor and their wheels. What an engine would have weighed, and how many parts it would have had:</p>
<table><thead><tr><th>Engine</th><th>Begun</th><th>Parts</th></tr></thead><tbody><tr><td>Difference engine No. 1</td><td>1822</td><td>25,000</td></tr><tr><td>Difference engine No. 2</td><td>1847</td><td>8,000</td></tr><tr><td>Analytical engine</td><td>1837</td><td>50,000</td></tr></tbody></table>`,
};

export const differenceEngine: Content = {
  path: '/guide/difference-engine.html',
  title: 'The difference engine',
  description: 'How a machine makes tables by adding.',
  html: `<p>A difference engine is a mechanical calculator that tabulates polynomial functions. It needs no multiplication: the differences of a polynomial become constant, and from there each value is the sum of the ones before it.</p>
<p>In a few lines, the method of finite differences:</p>
<pre><code class="language-python">def tabulate(differences, count):
    for _ in range(count):
        yield differences[0]
        for i in range(len(differences) - 1):
            differences[i] += differences[i + 1]</code></pre>
<p>With the differences 0, 1 and 2 it gives the squares: 0, 1, 4, 9, 16. The machine does the same with wheels, one column for each difference. See its <a href="parts/wheels.html">figure wheels</a>.</p>`,
};

export const analyticalEngine: Content = {
  path: '/guide/analytical-engine.html',
  title: 'The analytical engine',
  description: 'A machine that can be told what to do.',
  html: `<p>The analytical engine was to have a store for numbers and a mill that works on them. Punched cards tell it what to do, as they tell a loom which threads to lift.</p>
<p>Ada Lovelace wrote the notes on it that were published in 1843. The last of them describes how the engine would compute the Bernoulli numbers; it is often called the first program.</p>
<ul><li>The <strong>mill</strong> adds, subtracts, multiplies and divides.</li><li>The <strong>store</strong> holds a thousand numbers of forty digits.</li><li>The <a href="parts/cards.html">cards</a> carry operations and variables.</li></ul>`,
};
