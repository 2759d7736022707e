import { alerts, components } from '../server/pages/contract';
import { type Filled, fill } from './kit/registry';

/** Every island: its element's id, and its code, loaded when the element is on the page. */
export const islands: readonly Filled[] = [
  fill(alerts, () => import('./alerts')),
  fill(components, () => import('./components')),
];
