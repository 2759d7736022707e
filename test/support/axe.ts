import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface AxeWindow {
  axe: {
    run(
      context: Document,
      options: object,
    ): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
  };
}

/** Loads axe into every document of the page, instead of once per check over the protocol. */
export const preloadAxe = (page: Page) => page.addInitScript(source);

/** Returns the violated rules with their elements. Only violations are collected: passes cost as much as failures. */
export async function findViolations(page: Page, options: object = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (runOptions) => {
    // Cards that are not laid out yet have estimated sizes: axe would compare places that are not theirs.
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(whole);
    // A color in transition is that of no state.
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
    const { axe } = window as unknown as AxeWindow;
    const { violations } = await axe.run(document, { ...runOptions, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
  }, options);
}
