import type { AnswerRule } from '../../server/answers/rules/contract';
import { categoryLabels } from '../../server/contract/categories';

export const scopeLabel = ({ scope, category, product_name }: AnswerRule): string =>
  scope === 'catalog' ? 'All products' : category ? categoryLabels[category] : (product_name ?? 'Product');

export const percentText = (percent: number | null): string => (percent === null ? '–' : `${percent}%`);
