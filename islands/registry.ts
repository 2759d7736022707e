import { signIn } from '../server/accounts/contract';
import { type Filled, fill } from './kit/registry';

/** Every island: its element's id, and its code, loaded when the element is on the page. */
export const islands: readonly Filled[] = [fill(signIn, () => import('./sign-in'))];
