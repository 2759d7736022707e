import { createContext } from 'react';

/** Ids of the products that are new in the saved search that a listing was opened from. */
export const NewProducts = createContext<ReadonlySet<number>>(new Set());
