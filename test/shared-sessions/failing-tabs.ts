/** Tabs whose storage fails after the sign-in. */
import type { Page } from 'playwright';
import { installedBrowsers } from '../browser/installed.ts';
import { measureFault, MOMENTS, type Fault } from './failing-stores.ts';
import type { Report } from './report.ts';
import { openTabs } from './tabs.ts';

const TABS = 3;

/** The fault that the storage of the page currently has. An empty string disables the faults. */
declare let storageFault: string;

// oxlint-disable typescript/unbound-method -- each method is called with the object that owns it
/** Makes the storage of a page fail on demand. Runs in the page. */
const plantFaults = (): void => {
  Object.assign(globalThis, { storageFault: '' });
  const full = (): DOMException => new DOMException('full', 'QuotaExceededError');
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    if (storageFault === 'quota') throw full();
    const request = put.apply(this, given);
    // Simulates a browser that could not write to the disk.
    if (storageFault === 'abort') this.transaction.abort();
    return request;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    if (storageFault !== 'hang') return transaction.apply(this, given);
    return { objectStore: () => ({ get: () => ({}) }) } as unknown as IDBTransaction;
  };
};
// oxlint-enable typescript/unbound-method

const NAMES = ['quota', 'abort', 'hang'];

const faultOf = (name: string, pages: readonly Page[]): Fault => {
  const set = (value: string) => (): Promise<unknown> =>
    Promise.all(pages.map((page) => page.evaluate((given) => void (storageFault = given), value)));
  return { name, begin: set(name), end: set('') };
};

export const measureFailingTabs = async (expiries: number, report: Report): Promise<void> => {
  for (const { browser } of installedBrowsers)
    for (const name of NAMES)
      for (const moment of MOMENTS) {
        const tabs = await openTabs(browser, TABS);
        const { service, pages, call, events } = tabs;
        try {
          await tabs.signIn(pages[0] as Page, service.login('ada'));
          for (const page of pages) await page.evaluate(plantFaults);
          const crowd = {
            service,
            call: () => Promise.all(pages.map(call)),
            signOuts: async () => (await Promise.all(pages.map(events))).flat().filter((type) => type === 'signed-out').length,
          };
          await measureFault(`${TABS} tabs of ${browser}`, crowd, faultOf(name, pages), moment, expiries, report);
        } finally {
          await tabs.close();
        }
      }
};
