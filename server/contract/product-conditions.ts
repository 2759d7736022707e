/** Wire value → label. A product without one is not stated. */
export const conditionLabels = {
  new: 'New',
  open_box: 'Open box',
  shelf_pull: 'Shelf pulls',
  returns: 'Customer returns',
  refurbished: 'Refurbished',
  damaged: 'Damaged or salvage',
  mixed: 'Mixed',
} as const;

export type ProductCondition = keyof typeof conditionLabels;
