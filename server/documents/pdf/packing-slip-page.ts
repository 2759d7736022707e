import { counted, formatUnits, type Units } from '../../contract/money';
import { isCollected } from '../../contract/shipping-terms';
import type { PackingSlipContent } from './content';
import type { Fact } from './page';
import { facts, handover, type Kind, partyBlock, printDay, productDetail, termLabels } from './parts';

const unitsOf = (lines: readonly { quantity: Units }[]) => {
  const total = lines.reduce((sum, { quantity }) => sum + quantity, 0n);
  const products = counted(lines.length, 'product');
  return `${products}, ${counted(total, 'unit')}`;
};

const DOCKS = { dock: 'Loading dock', no_dock: 'No loading dock', unknown: null };

const parcelOf = ({ cartons, pallets, weight_lb }: PackingSlipContent) =>
  [
    cartons && counted(cartons, 'carton'),
    pallets && counted(pallets, 'pallet'),
    weight_lb && `${formatUnits(weight_lb)} lb`,
  ]
    .filter(Boolean)
    .join(', ');

function deliveryNotes({ ship_to, terms }: PackingSlipContent): Fact[] {
  if (!ship_to || isCollected(terms)) return [];
  const access = [DOCKS[ship_to.dock ?? 'unknown'], ship_to.appointment && 'Delivery appointment required'];
  return facts(
    ['Receiving', [...access, ship_to.hours].filter(Boolean).join(' · ')],
    ['Instructions', ship_to.instructions ?? null],
  );
}

/** More numbers than these stand below the table. */
const MAX_NUMBERS_ABOVE = 6;

const trackingFact = ({ tracking_numbers: numbers }: PackingSlipContent) =>
  numbers.length > MAX_NUMBERS_ABOVE ? `${numbers.length} numbers, listed below` : numbers.join(', ');

const trackingAppendix = ({ tracking_numbers: numbers }: PackingSlipContent): Fact | null =>
  numbers.length > MAX_NUMBERS_ABOVE ? { label: 'Tracking numbers', value: numbers.join(', ') } : null;

export const packingSlip: Kind<PackingSlipContent> = (content) => ({
  title: 'Packing slip',
  facts: facts(
    ['Packing slip', content.number],
    ['Purchase order', content.po_number],
    ['Your PO', content.your_po ?? null],
    [
      content.shipped_at ? 'Date shipped' : 'Date packed',
      printDay(content.shipped_at ?? content.issued_at, content),
    ],
    ['Shipping', termLabels[content.terms]],
    ['Carrier', content.carrier ?? content.carrier_instructions],
    ['Tracking', trackingFact(content)],
  ),
  parties: [
    ...(isCollected(content.terms) ? [] : [partyBlock('Ship from', content.seller, content.ship_from)]),
    handover(content, "The buyer hasn't chosen an address yet."),
    ...(isCollected(content.terms) ? [partyBlock('Buyer', content.buyer, null)] : []),
  ],
  headline: unitsOf(content.lines),
  subline: parcelOf(content) || null,
  notes: deliveryNotes(content),
  columns: ['Description', 'Ordered', 'In this shipment'],
  rows: content.lines.map((line) => ({
    name: line.name,
    detail: productDetail(line),
    cells: [formatUnits(line.ordered_quantity), formatUnits(line.quantity)],
  })),
  totals: [],
  appendix: trackingAppendix(content),
  closing: `Something missing or damaged? Report it on ${content.brand} under order ${content.po_number}.`,
  footer: `Packing slip ${content.number}`,
});
