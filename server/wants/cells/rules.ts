/** Nothing of a line is lost by a fault: the line stays and says what to enter. */
export const wantProblems = {
  item: 'Add a UPC, SKU or name',
  quantity: 'Enter a quantity',
  packs: 'Enter the quantity in units',
  price: 'Enter a price like 9.99',
  date: 'Enter a date in the future',
  unread_date: 'Enter a date like 12/24/2026',
  far_date: 'Enter a date within a year',
} as const;

export type WantProblem = keyof typeof wantProblems;

/** In the order in which lists are pasted. */
export const wantCells = ['item', 'quantity', 'price', 'date'] as const;
export type WantCell = (typeof wantCells)[number];

/** What may be wrong with each cell. */
export const problemsOfCell: Readonly<Record<WantCell, readonly WantProblem[]>> = {
  item: ['item'],
  quantity: ['quantity', 'packs'],
  price: ['price'],
  date: ['date', 'unread_date', 'far_date'],
};

/** Of a UPC, a SKU or a name. */
export const MAX_ITEM_CHARACTERS = 200;
