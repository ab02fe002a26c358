import { openArchive } from '@platform-sdk/converter';
import { expect, it } from 'vitest';
import { createConverterScene, page, serveSite } from './converter-scene.ts';

it('the names of images are unique, and valid on every system', async () => {
  const paths = [
    '/a.png',
    '/b/A.PNG',
    '/CON.png',
    '/aux.tar.png',
    '/.hidden',
    '/nul.',
    `/${'x'.repeat(300)}.png`,
    `/c/${'x'.repeat(300)}.png`,
  ];
  const images = paths.map((path) => `<p><img src="${path}" alt="An image"></p>`);
  const origin = await serveSite((request, response) => {
    if (request.url === '/') response.end(page('Images', `<p>Some words that are worth to be kept, and images.</p>${images.join('')}`));
    else response.setHeader('Content-Type', 'image/png').end(request.url);
  });
  const { converter } = createConverterScene();
  await converter.crawl({ url: origin, depth: 0 }).result();
  const archive = await converter.download({ site: '127.0.0.1' });
  const names: string[] = [];
  for await (const { name } of openArchive(await archive.blob()).entries()) {
    const [, image] = name.split('/images/');
    if (image !== undefined) names.push(image);
  }
  expect(names.toSorted()).toEqual(
    [
      'a.png',
      'A-2.PNG',
      'CON-page.png',
      'aux-page.tar.png',
      'hidden.png',
      'nul-page.png',
      `${'x'.repeat(100)}.png`,
      `${'x'.repeat(100)}-2.png`,
    ].toSorted(),
  );
});
