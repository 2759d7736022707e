import { island } from '../server/contract/island';
import { type Filled, fill } from './kit/registry';

/** Every island: its element's id, and its code, loaded when the element is on the page. */
export const islands: readonly Filled[] = [fill(island('alerts'), () => import('./alerts'))];
