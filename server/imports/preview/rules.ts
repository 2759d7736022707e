import { formatUnits } from '../../contract/money';

/** Above a fifth of what is for sale, marking products as sold out has to be confirmed by their number. */
export const needsConfirmation = ({ count, of }: { count: number; of: number }) => count * 5 > of;

export const typeToConfirm = (count: number) => `Type ${formatUnits(count)} to confirm`;
