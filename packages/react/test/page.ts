import { createElement, StrictMode, useEffect, type FunctionComponent, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';

/** A component in a page that React renders in Strict Mode. */
export interface Page {
  readonly element: HTMLElement;
  readonly text: () => string;
  /** The text contents that the page has shown, in order. */
  readonly shown: readonly string[];
  /** Errors that React reports, such as hydration mismatches and errors of components. */
  readonly problems: readonly string[];
  readonly leave: () => void;
}

export const strictly = (child: ReactNode): ReactNode => createElement(StrictMode, null, child);

/** Renders a component, or hydrates the HTML of a server. */
export const show = (child: ReactNode, html?: string): Page => {
  const element = document.createElement('div');
  document.body.append(element);
  if (html !== undefined) element.innerHTML = html;
  const shown = [element.textContent];
  const watch = new MutationObserver(() => void (shown.at(-1) === element.textContent || shown.push(element.textContent)));
  watch.observe(element, { subtree: true, childList: true, characterData: true });
  const problems: string[] = [];
  const report = (error: unknown): void => void problems.push(String(error));
  const options = { onRecoverableError: report, onUncaughtError: report, onCaughtError: report };
  let root: Root;
  if (html === undefined) {
    root = createRoot(element, options);
    root.render(strictly(child));
  } else root = hydrateRoot(element, strictly(child), options);
  let isLeft = false;
  const leave = (): void => {
    if (isLeft) return;
    isLeft = true;
    root.unmount();
    watch.disconnect();
    element.remove();
  };
  onTestFinished(leave);
  return { element, text: () => element.textContent, shown, problems, leave };
};

/** A component, the latest value of its hook, and the number of its renders. */
export interface Probed<Value> {
  readonly Probe: FunctionComponent;
  readonly value: () => Value;
  readonly renders: () => number;
}

/** Renders a probe, and waits for its effects. */
export const showProbe = async ({ Probe, renders }: Probed<unknown>, inside = (child: ReactNode): ReactNode => child): Promise<Page> => {
  const page = show(inside(createElement(Probe)));
  await expect.poll(renders).toBeGreaterThan(0);
  return page;
};

/**
 * Returns a component that passes its hook's value to the test with every render. `renders` is 0 until the effects have run. Strict Mode runs
 * effects twice, and the first cleanup would cancel work that began before.
 */
export const probe = <Value>(use: () => Value): Probed<Value> => {
  let latest: { readonly value: Value } | undefined;
  let renders = 0;
  let isMounted = false;
  const Probe = (): ReactNode => {
    latest = { value: use() };
    renders++;
    useEffect(() => void (isMounted = true), []);
    return null;
  };
  const value = (): Value => {
    if (!latest) throw new Error('The component has not rendered yet');
    return latest.value;
  };
  return { Probe, value, renders: () => (isMounted ? renders : 0) };
};
