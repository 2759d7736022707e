import type { ReactNode } from 'react';
import { STAFF_ROWS_PER_PAGE } from '../../../server/contract/limits';
import { Failed, Skeleton } from '../feedback';
import { Pager } from '../pager';

interface Props<List> {
  source: {
    list: List | undefined;
    failed: boolean;
    refetch: () => Promise<unknown>;
    asked: { page: number };
    ask: (change: { page: number }) => void;
  };
  failure: string;
  totalOf: (list: List) => number;
  /** Set for lists that begin with the newest row. */
  newest?: boolean;
  tools: (list: List) => ReactNode;
  children: (list: List) => ReactNode;
}

/** A list of staff: tools, table and pages, with a placeholder while loading and a notice on failure. */
export function ListPage<List>({ source, failure, totalOf, newest, tools, children }: Props<List>) {
  const { list, failed, refetch, asked, ask } = source;
  const notice = failed && <Failed onRetry={refetch}>{failure}</Failed>;
  if (list === undefined) return notice || <Skeleton shape="rows" />;
  return (
    <>
      {tools(list)}
      {notice}
      {children(list)}
      <Pager
        page={asked.page}
        per={STAFF_ROWS_PER_PAGE}
        total={totalOf(list)}
        onPage={(page) => ask({ page })}
        newest={newest}
      />
    </>
  );
}
