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

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

const written = new Map<string, ProductCondition>([
  ...(Object.keys(conditionLabels) as ProductCondition[]).flatMap((condition) => [
    [plain(condition), condition] as const,
    [plain(conditionLabels[condition]), condition] as const,
  ]),
  ['salvage', 'damaged'],
]);

export const readCondition = (text: string): ProductCondition | null => written.get(plain(text)) ?? null;
