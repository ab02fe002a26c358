import type { World } from '../../world/state.ts';
import { freeName, safeName } from './names.ts';
import { siteRecords, type PageRecord } from './records.ts';

/** Returns the converted pages of a site as a ZIP archive, or undefined if there are none. */
export const archiveOf = async (world: World, site: string): Promise<Response | undefined> => {
  const pages = world.records(siteRecords).get(site.toLowerCase());
  if (!pages) return undefined;
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  const folder = safeName(site.toLowerCase().replaceAll(/[^\w.-]/g, '_'));
  const used = new Set<string>();
  const listed: object[] = [];
  for (const page of pages.values()) {
    const slug = slugOf(page, used);
    const options = { date: new Date(page.convertedAt), createFolders: false };
    const output = `${folder}/pages/${slug}/output`;
    zip.file(`${output}/page.md`, page.markdown, options);
    for (const [name, bytes] of page.images) zip.file(`${output}/images/${name}`, bytes, options);
    listed.push({ url: page.url, title: page.title, slug, convertedAt: page.convertedAt });
  }
  const site_json = JSON.stringify({ site: site.toLowerCase(), pages: listed }, null, 2);
  zip.file(`${folder}/site.json`, site_json, { date: new Date(world.clock.now()), createFolders: false });
  const bytes = await zip.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' });
  return new Response(bytes, {
    headers: {
      'content-type': 'application/zip',
      'content-length': String(bytes.byteLength),
      'content-disposition': `attachment; filename="${folder}.zip"`,
    },
  });
};

/** Returns a file name for a page. The name is unique even on case-insensitive file systems. */
const slugOf = ({ url }: PageRecord, used: Set<string>): string => {
  const { pathname, search } = new URL(url);
  const plain = (pathname + search).replace(/\.html?$/, '').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const stem =
    plain
      .replaceAll(/^-+|(?<!-)-+$/g, '')
      .toLowerCase()
      .slice(0, 80) || 'index';
  return freeName(used, (ending) => safeName(stem) + ending);
};
