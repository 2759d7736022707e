import type { Services } from '../services';
import { type Asked, countOf, onePage } from './asked';
import type { Resource } from './contract';
import { answers, type ListRows } from './rows';

const PER_PAGE = 50;

/** A page of a list with the list's total. */
export async function pageOfList<Name extends Resource>({ replica }: Services, resource: Name, asked: Asked) {
  const wanted = { ...asked, page: asked.page ?? 1, per: asked.per ?? PER_PAGE };
  const counted = countOf(resource, asked);
  const count = async () => {
    const { rows } = await replica.raw<{ rows: { n: number }[] }>(counted.sql, counted.bindings);
    return rows[0]?.n ?? 0;
  };
  const read = async (total: number | null) => {
    const { sql, bindings } = onePage(resource, wanted, total);
    const { rows } = await replica.raw<{ rows: ListRows[Name][] }>(sql, bindings);
    return answers[resource](replica, rows);
  };
  // What must be counted row by row is counted while the page is read.
  if (!counted.cheap) {
    const [total, rows] = await Promise.all([count(), read(null)]);
    return { rows, total };
  }
  const total = await count();
  return { rows: await read(total), total };
}
