import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import type { Services } from '../services';
import type { Resource } from './contract';
import { countOf, type ListFilter, onePage } from './list-query';
import { type ListRows, serializers } from './rows';

async function counted({ replica }: Services, { sql, bindings }: ReturnType<typeof countOf>) {
  const { rows } = await replica.raw<{ rows: { n: number }[] }>(sql, bindings);
  return rows[0]?.n ?? 0;
}

export const totalOfList = (services: Services, resource: Resource, filter: ListFilter) =>
  counted(services, countOf(resource, filter));

export async function pageOfList<Name extends Resource>(
  services: Services,
  resource: Name,
  filter: ListFilter,
) {
  const { replica } = services;
  const request = { ...filter, page: filter.page ?? 1, per: filter.per ?? STAFF_ROWS_PER_PAGE };
  const query = countOf(resource, filter);
  const count = () => counted(services, query);
  const read = async (total: number | null) => {
    const { sql, bindings } = onePage(resource, request, total);
    const { rows } = await replica.raw<{ rows: ListRows[Name][] }>(sql, bindings);
    return serializers[resource](replica, rows);
  };
  // A slow count runs in parallel with the page.
  if (!query.cheap) {
    const [total, rows] = await Promise.all([count(), read(null)]);
    return { rows, total };
  }
  const total = await count();
  return { rows: await read(total), total };
}
