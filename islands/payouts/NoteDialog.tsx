import { payoutNoteForm } from '../../server/ledger/schema';
import { type SellerBalance, savePayoutNote } from '../../server/ledger/staff/contract';
import { call } from '../browser/api';
import { FormDialog } from '../forms/form-dialog';
import { TextArea } from '../forms/text-area';

interface Props {
  seller: SellerBalance;
  onChange: () => void;
  onClose: () => void;
}

export const NoteDialog = ({ seller, ...handlers }: Props) => (
  <FormDialog
    {...handlers}
    title={`Where to pay ${seller.name}`}
    schema={payoutNoteForm}
    initial={{ payout_note: seller.payout_note ?? '' }}
    confirm="Save Note"
    send={async (values) => {
      await call(savePayoutNote, { id: seller.seller_id }, values);
      return 'Note saved';
    }}
  >
    {(form) => (
      <TextArea
        {...form.field('payout_note')}
        label="Note"
        hint="Only staff see this. Never enter bank details."
        rows={3}
        most={200}
      />
    )}
  </FormDialog>
);
