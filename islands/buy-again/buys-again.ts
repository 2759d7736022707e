import { createContext } from 'react';

/** false: the viewer's role can't fill the cart. */
export const BuysAgain = createContext(true);
