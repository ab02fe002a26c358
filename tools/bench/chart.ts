/** Draws the bar chart of a row, which the page shows above the row's table. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@platform-sdk/build/workspace';
import { isOwn, type Figures } from './figures.ts';
import type { Row } from './row.ts';

const FOLDER = join(root, 'docs/public/benchmarks');
const WIDTH = 640;
const LABEL = 220;
const VALUE = 90;
const BAR = 16;
const STEP = 24;

const STYLE = [
  'text{font:13px system-ui,sans-serif;fill:#3c3c43}',
  'rect{fill:#a9b1bd}',
  '.own{fill:#1f6feb}',
  '.own-text{font-weight:600}',
  '@media (prefers-color-scheme:dark){text{fill:#dfdfd6}rect{fill:#5d6673}.own{fill:#5c9dff}}',
].join('');

/** Writes the chart. The longest bar is the largest value of the row. */
export const writeChart = async (row: Row, figures: readonly Figures[]): Promise<void> => {
  await mkdir(FOLDER, { recursive: true });
  const most = Math.max(...figures.map(({ value }) => value));
  const bars = figures.map(({ way, value, shown }, index) => {
    const length = Math.max(1, Math.round((Math.max(0, value) / most) * (WIDTH - LABEL - VALUE)));
    const y = index * STEP + 4;
    const [bar, text] = isOwn(way) ? [' class="own"', ' class="own-text"'] : ['', ''];
    return [
      `<text${text} x="${LABEL - 8}" y="${y + 13}" text-anchor="end">${escape(way)}</text>`,
      `<rect${bar} x="${LABEL}" y="${y}" width="${length}" height="${BAR}" rx="2"/>`,
      `<text${text} x="${LABEL + length + 6}" y="${y + 13}">${escape(shown)}</text>`,
    ].join('');
  });
  const height = figures.length * STEP + 4;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`;
  const chart = [head, `<title>${escape(row.title)}</title>`, `<style>${STYLE}</style>`, ...bars, '</svg>', ''];
  await writeFile(join(FOLDER, `${row.name}.svg`), chart.join('\n'));
};

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
