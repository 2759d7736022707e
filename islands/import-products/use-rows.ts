import { useRef, useState } from 'react';
import {
  type GridRow,
  listPreviewRows,
  type Preview,
  ROWS_PER_PAGE,
  type RowList,
} from '../../server/imports/preview/contract';
import { call, errorText } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { untilRead } from './until-read';

interface Loaded {
  preview: Preview;
  list: RowList;
  total: number;
  pages: ReadonlyMap<number, readonly GridRow[]>;
}

export interface ListedRows {
  total: number;
  /** undefined until it is loaded. */
  rowAt: (index: number) => GridRow | undefined;
  /** Loads the rows in view that are missing. */
  ensure: (first: number, last: number) => void;
  fault: string | null;
  retry: () => void;
}

const pageOf = (index: number) => Math.floor(index / ROWS_PER_PAGE) + 1;

/** The rows of a list, by pages. After a check the rows in view stay until theirs are there. */
export function useRows(preview: Preview, list: RowList): ListedRows {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const asked = useRef<{ preview: Preview; pages: string } | null>(null);
  const begin = useLatest();
  const current = loaded?.preview === preview && loaded.list === list ? loaded : null;
  const shown = loaded?.list === list ? loaded : null;

  async function load(pages: readonly number[]) {
    const isLatest = begin();
    try {
      const answers = await Promise.all(
        pages.map((page) =>
          untilRead(() => call(listPreviewRows, { id: preview.id }, undefined, { list, page })),
        ),
      );
      if (!isLatest()) return;
      setLoaded({
        preview,
        list,
        total: answers[0]?.total ?? 0,
        pages: new Map([
          ...(current?.pages ?? []),
          ...answers.map(({ rows }, at) => [pages[at] ?? 0, rows] as const),
        ]),
      });
      setFault(null);
    } catch (error) {
      if (isLatest()) setFault(errorText(error));
    }
  }

  return {
    total: shown?.total ?? preview.lists?.[list] ?? 0,
    rowAt: (index) => shown?.pages.get(pageOf(index))?.[index % ROWS_PER_PAGE],
    ensure(first, last) {
      const pages: number[] = [];
      for (let page = pageOf(first); page <= pageOf(last); page++)
        if (!current?.pages.has(page)) pages.push(page);
      const wanted = { preview, pages: `${list} ${pages}` };
      if (pages.length === 0) return;
      if (asked.current?.preview === preview && asked.current.pages === wanted.pages) return;
      asked.current = wanted;
      void load(pages);
    },
    fault,
    retry() {
      asked.current = null;
      setFault(null);
    },
  };
}
