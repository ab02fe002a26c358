import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';

const folder = process.env['CONSOLE_SCREENSHOTS'];

/** Saves a screenshot of a complete page if `CONSOLE_SCREENSHOTS` names a folder. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};
