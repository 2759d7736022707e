import type { Filled } from './kit/registry';

/** Every island: its element's id, and its code, loaded when the element is on the page. */
export const islands: readonly Filled[] = [];
