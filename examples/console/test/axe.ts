import axe from 'axe-core';
import type { Page } from 'playwright';

/** Returns the violations of accessibility rules on a page, and the elements of each. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { readonly axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`);
  });
};
