import { useState } from 'react';
import { signedDollars } from '../../server/contract/money';
import {
  ENTRIES_SHOWN,
  type EntryKind,
  type LedgerEntry,
  listLedger,
  type Payout,
} from '../../server/ledger/contract';
import { call } from '../browser/api';
import { useLatest } from '../browser/use-latest';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates, day as utcDay } from '../ui/dates';
import { Empty } from '../ui/empty';
import { Failed } from '../ui/feedback';
import { StatusPills } from '../ui/lists/status-pills';
import { type Column, Table } from '../ui/table';
import { entryKey, kindLabels, statusLabels, statusTones, waitsFor } from './wording';

type Kind = EntryKind | '';

const CHOICES: { value: Kind; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'paid', label: 'Orders' },
  { value: 'adjustment', label: 'Refunds' },
  { value: 'payout', label: 'Payouts' },
  { value: 'canceled', label: 'Cancellations' },
];

const MAX_SHOWN = 1_000;

/** The page's entries are the first of all kinds; other lists are asked for. */
export function LedgerSection({ entries: first, payouts }: { entries: LedgerEntry[]; payouts: Payout[] }) {
  const [kind, setKind] = useState<Kind>('');
  const [asked, setAsked] = useState<{ kind: Kind; per: number; entries: LedgerEntry[] } | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const begin = useLatest();
  const isFirst = asked === null || asked.kind !== kind;
  const entries = isFirst
    ? kind === ''
      ? first
      : first.filter((entry) => entry.kind === kind)
    : asked.entries;
  const per = isFirst ? ENTRIES_SHOWN : asked.per;

  async function load(next: Kind, nextPer: number) {
    const isLatest = begin();
    setKind(next);
    setBusy(true);
    setFailed(false);
    try {
      const page = await call(listLedger, {}, undefined, { kind: next, per: nextPer });
      if (isLatest()) setAsked({ kind: next, per: nextPer, entries: page.entries });
    } catch {
      if (isLatest()) setFailed(true);
    } finally {
      if (isLatest()) setBusy(false);
    }
  }

  const choose = (next: Kind) => {
    if (next !== '') return void load(next, ENTRIES_SHOWN);
    begin();
    setKind('');
    setAsked(null);
    setBusy(false);
    setFailed(false);
  };
  const mayBeMore = entries.length >= per && per < MAX_SHOWN;
  return (
    <div className="stack">
      <h2>Ledger</h2>
      <StatusPills label="Kind" choices={CHOICES} value={kind} onChange={(value) => choose(value as Kind)} />
      {failed && <Failed onRetry={() => void load(kind, per)}>The ledger could not be loaded.</Failed>}
      <Entries entries={entries} payouts={payouts} busy={busy} />
      {mayBeMore && (
        <div className="button-row">
          <Button busy={busy} onClick={() => void load(kind, Math.min(per + ENTRIES_SHOWN * 2, MAX_SHOWN))}>
            Show More
          </Button>
        </div>
      )}
    </div>
  );
}

interface EntriesProps {
  entries: LedgerEntry[];
  payouts: Payout[];
  busy: boolean;
}

function Entries({ entries, payouts, busy }: EntriesProps) {
  const { day } = useDates();
  /** The day on which the bank paid, as in the list of payouts; it may be recorded on another. */
  const paidOn = ({ kind, payout_number }: LedgerEntry) =>
    kind === 'payout' && payouts.find((payout) => payout.payout_number === payout_number)?.paid_on;
  /** As it is shown, in order of those days: a payout may be recorded days after the bank paid. */
  const dayOf = (entry: LedgerEntry) => {
    const paid = paidOn(entry);
    return paid ? utcDay(paid) : day(entry.at);
  };
  const ordered = entries
    .map((entry) => ({ entry, at: Date.parse(dayOf(entry)) }))
    .sort((a, b) => b.at - a.at)
    .map(({ entry }) => entry);
  const columns: Column<LedgerEntry>[] = [
    {
      key: 'at',
      head: 'Date',
      line: 'fact',
      cell: (entry) => {
        const more = waitsFor(entry, day) ?? partiesOf(entry);
        return (
          <div className="truncate">
            <time dateTime={paidOn(entry) || entry.at}>{dayOf(entry)}</time>
            {more && <span className="line-only"> · {more}</span>}
          </div>
        );
      },
    },
    { key: 'what', head: 'What', rowHead: true, cell: (entry) => <What {...entry} /> },
    {
      key: 'status',
      head: 'Status',
      line: 'badge',
      cell: (entry) => (
        <span className="ledger-status">
          <Badge tone={statusTones[entry.status]}>{statusLabels[entry.status]}</Badge>
          <span className="muted no-line">{waitsFor(entry, day)}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      head: 'Amount',
      num: true,
      line: 'amount',
      cell: ({ amount_cents }) => <span className="nowrap">{signedDollars(amount_cents)}</span>,
    },
  ];
  return (
    <Table
      caption="Ledger"
      rows={ordered}
      rowKey={entryKey}
      columns={columns}
      dense
      lines
      busy={busy}
      empty={
        <Empty inline icon="search" title="No entries of this type">
          Choose another type above.
        </Empty>
      }
    />
  );
}

const partiesOf = ({ buyer_name, claim_number, po_number, payout_number }: LedgerEntry) =>
  [buyer_name, claim_number, po_number && payout_number].filter(Boolean).join(' · ');

function What(entry: LedgerEntry) {
  const { kind, purchase_order_id, po_number, payout_number } = entry;
  const parties = partiesOf(entry);
  return (
    <>
      {kindLabels[kind]}{' '}
      {po_number ? <a href={`/my_orders/${purchase_order_id}`}>{po_number}</a> : payout_number}
      {parties && <span className="muted no-line"> · {parties}</span>}
    </>
  );
}
