import { useState } from 'react';
import { cents, counted, dollars, signedDollars } from '../../server/contract/money';
import { createPayoutBatch, type SellerBalance } from '../../server/ledger/staff/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { CheckField } from '../forms/choice-field';
import { FormModal } from '../forms/form-modal';

interface Props {
  sellers: SellerBalance[];
  onChange: () => void;
  onClose: () => void;
}

/** The preview: who gets how much. Amounts may be newer once the batch is created. */
export function BatchDialog({ sellers, onChange, onClose }: Props) {
  const [left, setLeft] = useState<readonly number[]>([]);
  const { busy, problem, submit } = useAct();
  const chosen = sellers.filter(({ seller_id }) => !left.includes(seller_id));
  const total = cents(chosen.reduce((sum, { available_cents }) => sum + available_cents, 0));
  const create = () =>
    submit(async () => {
      const seller_ids = chosen.map(({ seller_id }) => seller_id);
      const { batch, payouts } = await call(createPayoutBatch, {}, { seller_ids });
      notify('success', `${batch.number} created with ${counted(payouts.length, 'payout')}`);
      onChange();
      onClose();
    });
  return (
    <FormModal
      title="Create payout batch"
      confirm="Create Batch"
      size="medium"
      form={{ error: problem, isSubmitting: busy, onSubmit: () => void create() }}
      disabled={chosen.length === 0}
      onClose={onClose}
    >
      <p>
        Each seller gets one payout of their full available balance. Send the money, then mark each payout as
        paid.
      </p>
      <div>
        {sellers.map(({ seller_id, name, available_cents }) => (
          <CheckField
            key={seller_id}
            name={`seller-${seller_id}`}
            label={`${name}: ${signedDollars(available_cents)}`}
            checked={!left.includes(seller_id)}
            onChange={(isChosen) =>
              setLeft(isChosen ? left.filter((one) => one !== seller_id) : [...left, seller_id])
            }
          />
        ))}
      </div>
      <p role="status">
        <strong>Total {dollars(total)}</strong> to {chosen.length}{' '}
        {chosen.length === 1 ? 'seller' : 'sellers'}
      </p>
    </FormModal>
  );
}
