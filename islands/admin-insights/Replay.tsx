import { useState } from 'react';
import { type Cents, formatUnits, lineTotal, shortDollars, sum } from '../../server/contract/money';
import type { OfferStep } from '../../server/insights/detail-contract';
import { replay } from '../../server/insights/replay-contract';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { moment } from '../ui/dates';
import { Notice } from '../ui/notice';
import { type Column, Table } from '../ui/table';
import { offerTone } from './columns';
import { plain, unitsOrTbd } from './words';

/** Steps through the history of an offer: state, actor, prices and stock after each step. */
export function Replay({ steps }: { steps: readonly OfferStep[] }) {
  const [at, setAt] = useState(steps.length - 1);
  const step = steps[at];
  if (!step) return null;
  const { broken } = replay(steps.slice(0, at + 1));
  return (
    <section className="stack" aria-label="Replay">
      <div className="row between">
        <h3>Replay</h3>
        <div className="button-row">
          <Button size="small" icon="arrow-left" disabled={at === 0} onClick={() => setAt(at - 1)}>
            Previous
          </Button>
          <Button size="small" disabled={at === steps.length - 1} onClick={() => setAt(at + 1)}>
            Next
          </Button>
        </div>
      </div>
      <p aria-live="polite">
        <span className="tabular">
          Step {at + 1} of {steps.length}
        </span>
        : {plain(step.event)} by {step.actor_email ?? step.actor}, {moment(step.at)}{' '}
        <Badge tone={offerTone(step.to_state)}>{plain(step.to_state)}</Badge>
      </p>
      {broken && <Notice tone="red">{broken}</Notice>}
      <Lines step={step} previous={steps[at - 1]} />
    </section>
  );
}

type Line = OfferStep['lines'][number];

function Lines({ step, previous }: { step: OfferStep; previous: OfferStep | undefined }) {
  const previousPrices = new Map(previous?.lines.map((line) => [line.offer_product_id, line.unit_price]));
  return (
    <>
      <Table
        caption="Offer lines after this step"
        dense
        cards
        rows={step.lines}
        rowKey={({ offer_product_id }) => offer_product_id}
        columns={lineColumns(previousPrices)}
      />
      <p className="num">
        Total {shortDollars(sum(step.lines.map((line) => lineTotal(line.unit_price, line.quantity))))}
      </p>
    </>
  );
}

const lineColumns = (previousPrices: ReadonlyMap<number, Cents>): readonly Column<Line>[] => [
  { key: 'name', head: 'Name', rowHead: true, cell: ({ name }) => name },
  { key: 'quantity', head: 'Quantity', num: true, cell: ({ quantity }) => formatUnits(quantity) },
  {
    key: 'price',
    head: 'Unit Price',
    num: true,
    cell: ({ offer_product_id, unit_price }) => {
      const old = previousPrices.get(offer_product_id);
      return (
        <>
          {old !== undefined && old !== unit_price && <del>{shortDollars(old)}</del>}{' '}
          {shortDollars(unit_price)}
        </>
      );
    },
  },
  { key: 'stock', head: 'Stock at the time', num: true, cell: ({ units }) => unitsOrTbd(units) },
];
