import { pickFrom } from '../random';
import type { ProductKind } from './product-kind';

const REASONS: Record<string, readonly string[]> = {
  apparel: [
    'Overstock of the past season; first quality, unworn, tags attached.',
    'Canceled department-store order; store-ready with hang tags.',
    'End of run; sizes as listed, no seconds.',
  ],
  beauty: [
    'Packaging transition; same formula, sealed and within date.',
    'Retired shade or scent; sealed, lot codes on request.',
    'Gift-set surplus; every unit sealed.',
  ],
  consumables: [
    'Label change; same recipe, well within date.',
    'Seasonal surplus; stored dry and cool, lot certificates on request.',
    'Production overrun; full traceability.',
  ],
  footwear: [
    'Previous model year; new in original boxes.',
    'Canceled order; complete size run, no singles.',
    'End of color; first quality.',
  ],
  home: [
    'Showroom overstock; new in packaging.',
    'Retired color; first quality, cell-packed.',
    'Canceled private label; neutral packaging.',
  ],
  pet: [
    'Recipe or pattern update; new and sealed.',
    'Overstock; retail packaging with hang holes.',
    'Subscription-box surplus; full cartons.',
  ],
  toys: [
    'Post-season surplus; sealed master cartons.',
    'Box refresh; contents new and complete.',
    'Canceled holiday order; counted twice.',
  ],
  'other category': [
    'End of production run; tested by sample.',
    'Bookshop returns; unopened, re-inspected.',
    'Distributor overstock; full cartons.',
  ],
};

/** Rich text with tags that the sanitizer allows. */
export function describeLot(line: ProductKind, name: string, category: string): string {
  const [inner, inners] = line.pack;
  const reason = pickFrom(REASONS[category] ?? ['Overstock.'], `${name} reason`);
  return [
    `<p>${line.about}</p>`,
    `<ul>${line.facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>`,
    `<p><strong>About this lot:</strong> ${reason} Packed ${inner} to an inner carton, ${inner * inners} to an outer one.</p>`,
  ].join('');
}
