import { extendReceipt, receiveOrder } from '../../server/shipping/contract';
import { call } from '../browser/api';
import { AskedButton } from '../forms/asked-button';
import { focusNextStep } from './focus-next-step';
import type { SectionProps } from './order-page';
import { ReportProblem } from './ReportProblem';
import type { LoadedClaims } from './use-claims';

type Props = Pick<SectionProps, 'order' | 'refetch'> & { claims: LoadedClaims };

/** The buyer's acts once something is on its way. */
export function ReceiptActions({ order, refetch, claims }: Props) {
  const { id, can, po_number, seller_name } = order;
  async function refresh() {
    await refetch();
    focusNextStep();
  }
  if (!(can.receive || can.extend || can.claim)) return null;
  return (
    <div className="button-row">
      {can.receive && (
        <AskedButton
          label="Confirm Receipt"
          tone="primary"
          title={`Confirm the receipt of ${po_number}?`}
          act={() => call(receiveOrder, { id }, {})}
          done="Receipt confirmed."
          onChange={refresh}
        >
          {`Confirm once everything has arrived: the days to report a problem begin, and ${seller_name} is paid after them. This can't be undone.`}
        </AskedButton>
      )}
      {can.extend && (
        <AskedButton
          label="Not Here Yet"
          title={`Take 10 more days for ${po_number}?`}
          act={() => call(extendReceipt, { id }, {})}
          done="You have 10 more days to confirm the receipt."
          onChange={refresh}
        >
          You can do this once. If the order never arrives, report a problem instead.
        </AskedButton>
      )}
      {can.claim && <ReportProblem order={order} refetch={refetch} claims={claims} />}
    </div>
  );
}
