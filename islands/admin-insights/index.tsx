import { useEffect, useState } from 'react';
import { type InsightsCounts, insightsCounts } from '../../server/insights/counts-contract';
import { call, queryString } from '../kit/api';
import { Failed } from '../kit/empty';
import { usePreloaded } from '../kit/preloaded';
import { Skeleton } from '../kit/skeleton';
import { Detail, type Shown } from './Detail';
import { OverviewPart } from './OverviewPart';
import type { Resource } from './Party';
import { Section } from './Section';
import { StuckBoard } from './StuckBoard';
import { sections } from './sections';

interface Props {
  counts: InsightsCounts;
  detail: string | null;
}

const OPENS: Record<string, Resource> = {
  orders: 'purchase_order',
  buyers: 'user',
  sellers: 'user',
  offers: 'offer',
};

/** `purchase_order-12`, as the address has it. */
const readDetail = (text: string | null | undefined): Shown | null => {
  const [, resource, id] = /^(purchase_order|user|offer)-(\d{1,9})$/.exec(text ?? '') ?? [];
  return resource && id ? { resource: resource as Resource, id: Number(id) } : null;
};

/** Staff's view of everything that there is (spec 2, section 2, Insights). */
export default function AdminInsights(props: Partial<Props>) {
  const [counts, refetch, { failed }] = usePreloaded(props.counts, () => call(insightsCounts, {}));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  /** The records on top of each other; the last one is seen. */
  const [stack, setStack] = useState<readonly Shown[]>([]);
  const shown = stack.at(-1);

  // What the address names is opened by the browser: a dialog on top is no part of the first paint.
  useEffect(() => {
    const named = readDetail(props.detail);
    if (named) setStack([named]);
  }, [props.detail]);

  function show(next: readonly Shown[]) {
    setStack(next);
    const top = next.at(-1);
    const search = top ? `?${queryString({ detail: `${top.resource}-${top.id}` })}` : '';
    history.replaceState(history.state, '', `/admin/insights${search}`);
  }

  function toggle(name: string) {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  }

  return (
    <div className="stack loose">
      <OverviewPart />
      <StuckBoard />
      {!counts &&
        (failed ? (
          <Failed onRetry={refetch}>The counts could not be loaded.</Failed>
        ) : (
          <Skeleton shape="rows" />
        ))}
      {counts && (
        <div className="insights">
          {sections.map((section) => (
            <Section
              key={section.name}
              section={section}
              counts={counts}
              open={open.has(section.name)}
              onToggle={() => toggle(section.name)}
              onRow={(id) => {
                const resource = OPENS[section.name];
                if (resource) show([{ resource, id }]);
              }}
            />
          ))}
        </div>
      )}
      {shown && (
        <Detail
          shown={shown}
          onOpen={(resource, id) => show([...stack, { resource, id }])}
          onClose={() => show([])}
          onBack={stack.length > 1 ? () => show(stack.slice(0, -1)) : null}
        />
      )}
    </div>
  );
}
