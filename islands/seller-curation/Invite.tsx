import { type CuratedSeller, inviteSeller } from '../../server/sellers/contract';
import { invitationForm } from '../../server/sellers/curation-schema';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { FormDialog } from '../forms/form-dialog';

interface Props {
  seller: CuratedSeller;
  onDone: () => void;
  onClose: () => void;
}

/** Emails a link that lets a person take over this seller. */
export const Invite = ({ seller, onDone, onClose }: Props) => (
  <FormDialog
    title={`Invite a user to ${seller.name}`}
    schema={invitationForm}
    initial={{ email: '' }}
    confirm="Send Invitation"
    onClose={onClose}
    send={async ({ email }) => {
      await call(inviteSeller, { id: seller.id }, { email });
      onDone();
      return `${email} invited to ${seller.name}.`;
    }}
  >
    {(form) => (
      <>
        <p>
          We'll email a link to sign in and create a password. Single use; expires in 7 days.
          {seller.user_email &&
            ` ${seller.user_email} was already invited. Enter the same email to send a new link.`}
        </p>
        <TextField label="Email" type="email" autoFocus autoComplete="off" {...form.field('email')} />
      </>
    )}
  </FormDialog>
);
