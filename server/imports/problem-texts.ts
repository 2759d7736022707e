import { REQUIRED, TOO_MANY_UNITS } from '../contract/fields';
import { counted, formatUnits, type Units } from '../contract/money';
import {
  ABOVE_MSRP,
  ABOVE_UNITS,
  BELOW_ZERO,
  belowMinimum,
  NO_CASE_SIZE,
  NO_MONTH,
  NO_PHOTO,
  NO_PRICE,
  NO_UNITS,
  NOT_POSITIVE,
  PHOTO_BLOCKED,
  PHOTO_NOT_HTTPS,
  packProduct,
  SET_AFTER_COUNT,
  soldSinceCount,
  TOO_EXACT_SIZE,
  TOO_EXACT_WEIGHT,
} from '../products/rules';

const QUOTING_ADVICE: Readonly<Record<string, string>> = {
  ',': 'Put values with commas in quotes, like "1,000".',
  ';': 'Put values with semicolons in quotes, like "red; blue".',
  '\t': 'Remove tabs inside values.',
};
const adviceFor = (delimiter: string) => QUOTING_ADVICE[delimiter] ?? '';

interface CellCount {
  cells: number;
  header: number;
}

const addMissing = ({ cells, header }: CellCount) =>
  `Add the missing ${header - cells === 1 ? 'cell' : 'cells'}, even if empty.`;

const rowHasCells = ({ cells, header }: CellCount) =>
  `This row has ${counted(cells, 'cell')}, but the header has ${header}.`;

/** What the seller reads about each problem. */
const texts = {
  required: () => REQUIRED,
  too_long: ({ max }: { max: number }) => `Maximum ${formatUnits(max)} characters`,
  not_upc: () => 'Enter a UPC of 8 to 14 digits',
  upc_lost_digits: ({ upc }: { upc: string }) =>
    `A spreadsheet changed this UPC to ${upc} and lost digits. Format the column as text and enter the UPC again`,
  not_price: () => 'Enter a price like 9.99 or $9.99',
  no_price: () => NO_PRICE,
  price_too_large: () => 'Enter a smaller price',
  above_msrp: () => ABOVE_MSRP,
  msrp_below_asking: () => 'Enter an MSRP that is at least the Unit Asking Price',
  not_whole: () => 'Enter a whole number',
  no_units: () => NO_UNITS,
  too_many_units: () => TOO_MANY_UNITS,
  below_minimum: ({ minimum }: { minimum: Units }) => belowMinimum(minimum),
  above_units: () => ABOVE_UNITS,
  set_after_count: () => SET_AFTER_COUNT,
  sold_since_count: ({ units }: { units: Units }) => soldSinceCount(units),
  below_zero: () => BELOW_ZERO,
  not_positive: () => NOT_POSITIVE,
  number_too_large: () => 'Enter a smaller number',
  two_readings: () => "Enter this number without separators: it's unclear whether decimals follow",
  too_exact_size: () => TOO_EXACT_SIZE,
  too_exact_weight: () => TOO_EXACT_WEIGHT,
  not_length_unit: () => 'Enter inches, or a number with in, ft, cm, mm or m',
  not_weight_unit: () => 'Enter lbs, oz, kg or g',
  weight_without_unit: () =>
    'Left out, as its unit is unclear. Enter a weight in lbs, or one with its unit, like 2 kg',
  converted: ({ amount, unit }: { amount: number; unit: string }) => `Will be imported as ${amount} ${unit}`,
  pack_differs: ({ inner_quantity, inner_count }: { inner_quantity: Units; inner_count: Units }) =>
    packProduct(inner_quantity, inner_count),
  pack_factor_differs: ({ outer_quantity }: { outer_quantity: Units }) =>
    `Change this so that Inner Quantity × Number of Inners is ${formatUnits(outer_quantity)}`,
  no_case_size: () => NO_CASE_SIZE,
  no_photo: () => NO_PHOTO,
  several_photos: () => 'Enter one photo URL per column, without spaces',
  photo_not_https: () => PHOTO_NOT_HTTPS,
  photo_blocked: () => PHOTO_BLOCKED,
  not_month: () => NO_MONTH,
  past_month: () => 'This month is in the past. Enter a later one, or submit it as it is',
  not_category: () => 'Enter Apparel, Beauty, Consumables, Footwear, Home, Pet or Toy',
  not_gender: () => 'Enter F, M or Unisex',
  not_packaging_type: () => 'Enter Retail ready, Ecommerce ready or Other',
  not_condition: () =>
    'Enter New, Open box, Shelf pulls, Customer returns, Refurbished, Damaged or salvage, or Mixed',
  not_sell_by: () => 'Enter Unit, Inner case or Outer case',
  repeated_upc: ({ line }: { line: number }) =>
    `Duplicate UPC (first on line ${line}): only values missing from the first row were used`,
  unknown_column: () => "Not imported: this column isn't in the template",
  extra_cells: ({ delimiter, ...count }: CellCount & { delimiter: string }) =>
    `${rowHasCells(count)} ${adviceFor(delimiter)}`,
  missing_cells: (count: CellCount) => `${rowHasCells(count)} ${addMissing(count)}`,
  split_number: ({ delimiter }: { delimiter: string }) =>
    `A value in this row has no heading, and a number may be split. Add the heading. ${adviceFor(delimiter)}`,
};

/** Where rows of one code have different texts: what all of them are called together. */
const groupTexts: { [Code in ProblemCode]?: (...parameters: ParametersOf<Code>) => string } = {
  upc_lost_digits: () =>
    'A spreadsheet changed these UPCs to numbers and lost digits. Format the column as text and enter the UPC again',
  below_minimum: () => 'Enter at least the minimum order',
  sold_since_count: () => 'More were sold since the count',
  converted: () => 'Will be converted to lbs, oz or inches',
  pack_differs: () => 'Enter Inner Quantity × Number of Inners',
  pack_factor_differs: () => 'Change this so that Inner Quantity × Number of Inners is the Outer Quantity',
  repeated_upc: () => 'Duplicate UPC: only values missing from the first row were used',
  extra_cells: ({ delimiter }) => `${ROWS_HAVE_OTHER_CELLS} ${adviceFor(delimiter)}`,
  missing_cells: (count) => `${ROWS_HAVE_OTHER_CELLS} ${addMissing(count)}`,
};

const ROWS_HAVE_OTHER_CELLS = "These rows don't have as many cells as the header.";

export type ProblemCode = keyof typeof texts;
export type ParametersOf<Code extends ProblemCode> = Parameters<(typeof texts)[Code]>;

/** What is wrong with a value or a row. Plain data: it passes between threads. */
export interface Problem {
  readonly code: ProblemCode;
  readonly parameters: readonly unknown[];
}

export const problem = <Code extends ProblemCode>(
  code: Code,
  ...parameters: ParametersOf<Code>
): Problem => ({ code, parameters });

type Text = (...parameters: readonly unknown[]) => string;

export const textOf = ({ code, parameters }: Problem): string => (texts[code] as Text)(...parameters);

export const textsOf = (problems: Readonly<Record<string, Problem>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, one]) => [field, textOf(one)]));

/** The text of all rows with the same problem. */
export const groupTextOf = (one: Problem): string =>
  (groupTexts[one.code] as Text | undefined)?.(...one.parameters) ?? textOf(one);
