import type { Content } from '../layout.ts';

export const news: Content = {
  path: '/news.html',
  title: 'News of the workshop',
  description: 'What happened lately.',
  html: `<h2>The second column turns</h2>
<p>The workshop has finished the second column of its difference engine. It adds, and it carries, and it did both for an hour before a lever broke. A new lever is on its way.</p>
<h2>A lecture on cards</h2>
<p>In spring there will be a lecture about the <a href="guide/parts/cards.html">operation cards</a> of the analytical engine, with a loom. Who wants to come has to bring a chair.</p>`,
};

export const gallery: Content = {
  path: '/gallery.html',
  title: 'Gallery',
  description: 'Pictures of the machines.',
  html: `<p>There is one picture in the gallery so far, and it is of a wheel. It was made by a machine, in the spirit of the house, and it can be kept by whoever likes it.</p>
<p><img src="images/wheel.png" alt="A wheel, much enlarged" title="The wheel"></p>
<p>More of the <a href="guide/parts/wheels.html">figure wheels</a> will be drawn when the workshop has found its pencils, which it lost together with the drawings.</p>`,
};

export const german: Content = {
  path: '/de/',
  title: 'Die Gesellschaft der Maschinen',
  description: 'Rechnende Maschinen und die Menschen, die sie erdachten.',
  language: 'de',
  html: `<p>Die Gesellschaft bewahrt, was man über das mechanische Rechnen weiß: über die Differenzmaschine, über die analytische Maschine und über die Menschen, die beide erdachten, lange bevor man sie bauen konnte.</p>
<p>Größere Räder laufen ruhiger, kleinere übertragen schneller. Mehr darüber steht im <a href="../guide/">Führer auf Englisch</a>.</p>`,
};
