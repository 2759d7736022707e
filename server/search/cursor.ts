import { type Sort, sorts } from './contract';

/** A position in a sort order. Pages after it stay stable while listings arrive. */
export interface Place {
  readonly key: number;
  readonly id: number;
}

export const writeCursor = (sort: Sort, { key, id }: Place) =>
  Buffer.from(`${sorts.indexOf(sort)}.${key}.${id}`).toString('base64url');

/** Returns null for an unknown cursor or one of another sort. */
export function readCursor(sort: Sort, cursor: string): Place | null {
  const match = /^(\d)\.(-?\d{1,16})\.(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match || sorts[Number(match[1])] !== sort) return null;
  return { key: Number(match[2]), id: Number(match[3]) };
}
