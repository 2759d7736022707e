import { declineRequest } from '../../server/approvals/contract';
import { declineForm } from '../../server/approvals/schema';
import { dollars } from '../../server/contract/money';
import type { Approval } from '../../server/offers/contract';
import { call } from '../browser/api';
import { FormDialog } from '../forms/form-dialog';
import { TextArea } from '../forms/text-area';

export interface DeclineDialogProps {
  approval: Approval;
  onChange: () => Promise<unknown>;
  onClose: () => void;
}

export const DeclineDialog = ({ approval, onChange, onClose }: DeclineDialogProps) => {
  const { id, offer_number, total_cents, requested_by } = approval;
  return (
    <FormDialog
      title={`Decline ${offer_number}, ${dollars(total_cents)}?`}
      confirm="Decline Request"
      danger
      schema={declineForm}
      initial={{ note: '' }}
      send={async ({ note }) => {
        await call(declineRequest, { id }, note.trim() ? { note } : {});
        return `Request for ${offer_number} declined.`;
      }}
      onChange={onChange}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>Nothing is sent or ordered. {requested_by.name} can change it and ask again.</p>
          <TextArea
            label={`Message to ${requested_by.name}`}
            optional
            most={500}
            rows={3}
            {...form.field('note')}
          />
        </>
      )}
    </FormDialog>
  );
};
