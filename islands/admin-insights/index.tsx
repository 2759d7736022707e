import { useEffect, useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import {
  type adminInsights,
  type InsightsCounts,
  insightsCounts,
  type OverviewDays,
} from '../../server/insights/contract';
import { call } from '../browser/api';
import { useAddress } from '../browser/use-address';
import { FiguresTime } from '../stuck-work/FiguresTime';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { Detail, type Shown } from './Detail';
import { Plots, Totals, useOverview } from './OverviewPart';
import type { Open, Resource } from './Party';
import { Section } from './Section';
import { StuckBoard } from './StuckBoard';
import { sections } from './sections';
import { DEFAULT_VIEW, inSection, openIn, sectionView, toggled, type View, viewIn } from './view';

const PATH = '/admin/insights';

const OPENS: Record<string, Resource> = {
  orders: 'purchase_order',
  buyers: 'user',
  sellers: 'user',
  offers: 'offer',
};

/** Reads `purchase_order-12`, the format of the address. */
const readDetail = (text: string | null | undefined): Shown | null => {
  const [, resource, id] = /^(purchase_order|user|offer)-(\d{1,9})$/.exec(text ?? '') ?? [];
  return resource && id ? { resource: resource as Resource, id: Number(id) } : null;
};

export default function AdminInsights(props: PropsOf<typeof adminInsights>) {
  const [counts, refetch, { failed }] = usePreloaded(props.counts, () => call(insightsCounts, {}));
  const { asked: view, choose, adjust } = useAddress(PATH, DEFAULT_VIEW, viewIn(props.view ?? {}));
  const records = useOpenRecords(props.view?.detail, { choose, adjust });
  const days = Number(view.days) as OverviewDays;
  const source = useOverview(days);
  return (
    <div className="stack">
      <FiguresTime at={props.figures_at} />
      <Totals source={source} days={days} onDays={(chosen) => adjust({ days: String(chosen) })} />
      <StuckBoard />
      {!counts &&
        (failed ? (
          <Failed onRetry={refetch}>The counts could not be loaded.</Failed>
        ) : (
          <Skeleton shape="rows" />
        ))}
      {counts && <Records counts={counts} view={view} onView={adjust} onOpen={records.open} />}
      {source.overview ? (
        <Plots overview={source.overview} />
      ) : (
        !source.failed && <div className="plots-place" />
      )}
      {records.shown && (
        <Detail
          shown={records.shown}
          onOpen={records.openFromShown}
          onClose={records.close}
          onBack={records.back}
        />
      )}
    </div>
  );
}

interface Address {
  choose: (view: Partial<View>) => void;
  adjust: (view: Partial<View>) => void;
}

/** The records opened from one another; the last one is shown and is in the address. */
function useOpenRecords(detail: string | undefined, { choose, adjust }: Address) {
  const [stack, setStack] = useState<readonly Shown[]>([]);
  // Opened after hydration: the server does not render dialogs.
  useEffect(() => {
    const named = readDetail(detail);
    if (named) setStack([named]);
  }, [detail]);

  /** Opening a record adds a history entry, closing one replaces the current entry. */
  function show(next: readonly Shown[]) {
    const top = next.at(-1);
    const change = { detail: top ? `${top.resource}-${top.id}` : '' };
    if (next.length > stack.length) choose(change);
    else adjust(change);
    setStack(next);
  }

  return {
    shown: stack.at(-1),
    open: (resource: Resource, id: number) => show([{ resource, id }]),
    openFromShown: (resource: Resource, id: number) => show([...stack, { resource, id }]),
    close: () => show([]),
    back: stack.length > 1 ? () => show(stack.slice(0, -1)) : null,
  };
}

interface RecordsProps {
  counts: InsightsCounts;
  view: View;
  onView: (change: Partial<View>) => void;
  onOpen: Open;
}

function Records({ counts, view, onView, onOpen }: RecordsProps) {
  const open = openIn(view);
  return (
    <div className="insights">
      {sections.map((section) => (
        <Section
          key={section.name}
          section={section}
          counts={counts}
          view={sectionView(view, section.name)}
          onView={(change) => onView(inSection(section.name, change))}
          open={open.has(section.name)}
          onToggle={() => onView(toggled(view, section.name))}
          onRow={(id) => {
            const resource = OPENS[section.name];
            if (resource) onOpen(resource, id);
          }}
        />
      ))}
    </div>
  );
}
