import type { SellBy } from '../contract/case-packs';
import type { Category } from '../contract/categories';
import type { Units } from '../contract/money';
import type { ProductCondition } from '../contract/product-conditions';
import type { Readiness } from './contract';
import type { ProductStep } from './rules';

interface ReadinessFacts {
  readonly photos: number;
  readonly description: string;
  readonly condition: ProductCondition | null;
  readonly ship_from_state: string | null;
  readonly units: Units | null;
  readonly length: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly weight: number | null;
  readonly category: Category;
  readonly min_order_units: Units | null;
  readonly sell_by: SellBy;
}

interface Part {
  readonly label: string;
  readonly step: ProductStep;
  readonly points: number;
  readonly earned: (of: ReadinessFacts) => number;
}

const MIN_DESCRIPTION = 200;

const textOf = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&\w+;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const isKnown = (value: unknown) => value !== null;

const parts = {
  photos: {
    label: 'photos',
    step: 'description',
    points: 20,
    earned: ({ photos }) => (photos >= 3 ? 20 : photos >= 1 ? 10 : 0),
  },
  description: {
    label: 'a longer description',
    step: 'description',
    points: 15,
    earned: ({ description }) => (textOf(description).length >= MIN_DESCRIPTION ? 15 : 0),
  },
  condition: {
    label: 'condition',
    step: 'details',
    points: 15,
    earned: ({ condition }) => (condition === null ? 0 : 15),
  },
  ship_from: {
    label: 'a ship-from location',
    step: 'dimensions',
    points: 10,
    earned: ({ ship_from_state }) => (ship_from_state === null ? 0 : 10),
  },
  units: { label: 'units', step: 'quantity', points: 10, earned: ({ units }) => (units === null ? 0 : 10) },
  dimensions: {
    label: 'dimensions and weight',
    step: 'dimensions',
    points: 15,
    earned: ({ length, width, height, weight }) => ([length, width, height, weight].every(isKnown) ? 15 : 0),
  },
  category: {
    label: 'a category',
    step: 'description',
    points: 5,
    earned: ({ category }) => (category === 'other category' ? 0 : 5),
  },
  minimum: {
    label: 'a minimum or case pack',
    step: 'quantity',
    points: 10,
    earned: ({ min_order_units, sell_by }) => (min_order_units === null && sell_by === 'unit' ? 0 : 10),
  },
} satisfies Record<Readiness['missing'][number]['key'], Part>;

/** How completely a product tells buyers what they ask for (docs/rules.md#readiness). */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const missing = Object.entries(parts).flatMap(([key, { label, step, points, earned }]) => {
    const left = points - earned(facts);
    return left > 0 ? [{ key: key as keyof typeof parts, points: left, label, step }] : [];
  });
  missing.sort((one, other) => other.points - one.points);
  return { score: missing.reduce((score, { points }) => score - points, 100), missing };
}
