import type { BulkAnswer, BulkPreview, PreviewRow } from '../../../server/answers/contract';
import { dollars } from '../../../server/contract/money';
import { ComparisonTable } from '../../offers/ComparisonTable';
import { Badge } from '../../ui/badge';
import { Progress } from '../../ui/progress';

const ACTIONS = {
  accept: { tone: 'green', label: 'Accept' },
  counter: { tone: 'yellow', label: 'Counter' },
  reject: { tone: 'red', label: 'Reject' },
  skip: { tone: undefined, label: 'Skip' },
} as const;

const money = (amount: number | null) => (amount === null ? '–' : dollars(amount as never));

const isCounter = ({ action }: PreviewRow) => action === 'counter';

export function totalsText({ totals }: BulkPreview): string {
  const { accept, counter, reject, skip, total_cents, net_cents } = totals;
  const amounts = `for ${dollars(total_cents)} (net ${dollars(net_cents)})`;
  return [
    accept > 0 && `${accept} will be accepted ${amounts}`,
    counter > 0 && `${counter} will be countered ${amounts}`,
    reject > 0 && `${reject} will be rejected`,
    skip > 0 && `${skip} skipped`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What the answers would do, best price first. */
export function BulkPreviewTable(preview: BulkPreview) {
  return (
    <>
      <ComparisonTable
        caption="Preview of the answers"
        className="bulk-preview"
        rows={preview.rows}
        rowKey={(row) => row.offer_id}
        rowClass={({ action }) => (action === 'skip' ? 'skipped' : undefined)}
        columns={[
          { head: 'Offer', cell: (row) => <OfferName {...row} /> },
          {
            head: 'Of asking',
            num: true,
            cell: (row) => (row.percent_of_asking === null ? '–' : `${row.percent_of_asking}%`),
          },
          {
            head: 'Total',
            num: true,
            cell: (row) =>
              isCounter(row)
                ? `${money(row.total_cents)} → ${money(row.new_total_cents)}`
                : money(row.total_cents),
          },
          { head: 'Net', num: true, cell: (row) => money(row.net_cents) },
          {
            head: 'Answer',
            cell: ({ action, reason }) => (
              <>
                <Badge tone={ACTIONS[action].tone}>{ACTIONS[action].label}</Badge>
                {reason && <div className="bulk-reason">{reason}</div>}
              </>
            ),
          },
        ]}
      />
      <p className="muted small">Answers can't be undone.</p>
    </>
  );
}

const OfferName = ({ offer_number, buyer_name }: { offer_number: string; buyer_name: string }) => (
  <>
    <span className="nowrap">{offer_number}</span> <span className="muted">{buyer_name}</span>
  </>
);

const DONE = { accept: 'accepted', counter: 'countered', reject: 'rejected', skip: 'skipped' } as const;

const waitingIn = ({ rows }: BulkAnswer) => rows.filter(({ state }) => state === 'waiting').length;

export const progressText = (answer: BulkAnswer): string =>
  answer.state === 'done' ? resultText(answer) : `Sending ${waitingIn(answer)} of ${answer.rows.length}…`;

function resultText({ rows }: BulkAnswer): string {
  const count = (wanted: (row: BulkAnswer['rows'][number]) => boolean) => rows.filter(wanted).length;
  const done = (['accept', 'counter', 'reject'] as const).map((action) => ({
    text: DONE[action],
    n: count((row) => row.state === 'done' && row.action === action),
  }));
  const rest = [
    { text: 'skipped', n: count(({ state }) => state === 'skipped') },
    { text: 'failed', n: count(({ state }) => state === 'failed') },
  ];
  const parts = [...done, ...rest].filter(({ n }) => n > 0).map(({ n, text }) => `${n} ${text}`);
  return parts.join(', ') || 'Nothing was answered';
}

/** What became of each offer. */
export function BulkResults(answer: BulkAnswer) {
  const waiting = waitingIn(answer);
  return (
    <>
      {answer.state === 'running' && (
        <Progress label="Answers sent" value={(100 * (answer.rows.length - waiting)) / answer.rows.length} />
      )}
      <ComparisonTable
        caption="Results"
        rows={[...answer.rows].sort((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'))}
        rowKey={(row) => row.offer_id}
        columns={[
          { head: 'Offer', cell: (row) => <OfferName {...row} /> },
          {
            head: 'Result',
            cell: ({ state, action, reason }) => (
              <>
                <Badge tone={state === 'failed' ? 'red' : state === 'done' ? 'green' : undefined}>
                  {state === 'done' ? capital(DONE[action]) : capital(state)}
                </Badge>
                {reason && <span className="small"> {reason}</span>}
              </>
            ),
          },
          {
            head: 'Order',
            cell: ({ purchase_order_id, offer_number }) =>
              purchase_order_id && (
                <a
                  href={`/my_orders?order=${purchase_order_id}`}
                  aria-label={`View order of ${offer_number}`}
                >
                  View Order
                </a>
              ),
          },
        ]}
      />
    </>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
