import { useState } from 'react';
import { type Cents, formatUnits, lineTotal, shortDollars, sum } from '../../server/contract/money';
import type { OfferStep } from '../../server/insights/contract';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { type Column, Table } from '../ui/table';
import { Timeline } from '../ui/timeline';
import { offerTone } from './columns';
import { RawData } from './RawData';
import { replay } from './replayed';
import { offerEventTone, offerSentence, type Parties } from './sentences';
import { sentenceCase, unitsOrTbd } from './words';

interface Props {
  steps: readonly OfferStep[];
  parties: Parties;
}

/** The history of an offer, and its prices, stock and total after the chosen step. */
export function Replay({ steps, parties }: Props) {
  const [at, setAt] = useState(steps.length - 1);
  const step = steps[at];
  if (!step) return null;
  return (
    <section className="stack" aria-label="Replay">
      <div className="row between">
        <h3>History</h3>
        <div className="button-row">
          <Button size="small" icon="arrow-left" disabled={at === 0} onClick={() => setAt(at - 1)}>
            Previous
          </Button>
          <Button size="small" disabled={at === steps.length - 1} onClick={() => setAt(at + 1)}>
            Next
          </Button>
        </div>
      </div>
      <div className="replay">
        <AfterStep steps={steps} at={at} sentence={offerSentence(step, parties)} />
        <Timeline
          label="Steps"
          current={at}
          onSelect={(id) => setAt(Number(id))}
          entries={steps.map((one, index) => ({
            id: index,
            at: one.at,
            title: offerSentence(one, parties),
            tone: offerEventTone(one),
            body: <StepBody step={one} previous={steps[index - 1]} />,
          }))}
        />
      </div>
    </section>
  );
}

const totalOf = ({ lines }: OfferStep): Cents =>
  sum(lines.map((line) => lineTotal(line.unit_price, line.quantity)));

function StepBody({ step, previous }: { step: OfferStep; previous: OfferStep | undefined }) {
  return (
    <>
      <p className="small">
        <Changed from={previous && totalOf(previous)} to={totalOf(step)} />
        {step.actor_email && <span className="muted"> · {step.actor_email}</span>}
      </p>
      {step.note && <blockquote>{step.note}</blockquote>}
      <RawData value={step} />
    </>
  );
}

/** An amount, after the former one if it differs. */
const Changed = ({ from, to }: { from: Cents | undefined; to: Cents }) => (
  <span className="tabular">
    {from !== undefined && from !== to && (
      <>
        <del>{shortDollars(from)}</del>{' '}
      </>
    )}
    {shortDollars(to)}
  </span>
);

function AfterStep({ steps, at, sentence }: { steps: readonly OfferStep[]; at: number; sentence: string }) {
  const step = steps[at];
  if (!step) return null;
  const previous = steps[at - 1];
  const { broken } = replay(steps.slice(0, at + 1));
  return (
    <div className="panel stack replay-state">
      <div className="row between" aria-live="polite">
        <p>
          <span className="muted small tabular">
            Step {at + 1} of {steps.length}
          </span>
          <br />
          <b>{sentence}</b>
        </p>
        <Badge tone={offerTone(step.to_state)}>{sentenceCase(step.to_state)}</Badge>
      </div>
      {broken && <Notice tone="red">{broken}</Notice>}
      <Table
        caption="Offer lines after this step"
        dense
        cards
        rows={step.lines}
        rowKey={({ offer_product_id }) => offer_product_id}
        columns={lineColumns(previous)}
      />
      <p className="row between">
        <span className="muted">Total after this step</span>
        <b>
          <Changed from={previous && totalOf(previous)} to={totalOf(step)} />
        </b>
      </p>
    </div>
  );
}

type Line = OfferStep['lines'][number];

function lineColumns(previous: OfferStep | undefined): readonly Column<Line>[] {
  const previousPrices = new Map(previous?.lines.map((line) => [line.offer_product_id, line.unit_price]));
  return [
    { key: 'name', head: 'Name', rowHead: true, cell: ({ name }) => name },
    { key: 'quantity', head: 'Quantity', num: true, cell: ({ quantity }) => formatUnits(quantity) },
    {
      key: 'price',
      head: 'Unit Price',
      num: true,
      cell: ({ offer_product_id, unit_price }) => (
        <Changed from={previousPrices.get(offer_product_id)} to={unit_price} />
      ),
    },
    { key: 'stock', head: 'Stock at that time', num: true, cell: ({ units }) => unitsOrTbd(units) },
  ];
}
