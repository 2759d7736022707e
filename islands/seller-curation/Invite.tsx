import { type CuratedSeller, inviteSeller } from '../../server/sellers/curation-contract';
import { invitationForm } from '../../server/sellers/curation-schema';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Modal } from '../ui/modal';

interface Props {
  seller: CuratedSeller;
  onDone: () => void;
  onClose: () => void;
}

/** Emails a link that lets a person take over this seller. */
export function Invite({ seller, onDone, onClose }: Props) {
  const form = useForm({
    schema: invitationForm,
    initial: { email: '' },
    submit: async ({ email }) => {
      await call(inviteSeller, { id: seller.id }, { email });
      notify('success', `${email} invited to ${seller.name}.`);
      onDone();
    },
  });
  return (
    <Modal title={`Invite a user to ${seller.name}`} open onClose={onClose} size="small">
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <p>
          We'll email a link to sign in and create a password. Single use; expires in 7 days.
          {seller.user_email &&
            ` ${seller.user_email} was already invited. Enter the same email to send a new link.`}
        </p>
        <TextField label="Email" type="email" {...form.field('email')} />
        <FormError>{form.error}</FormError>
        <div>
          <Button
            type="submit"
            tone="primary"
            busy={form.isSubmitting}
            disabled={!form.ready}
            reason="Enter an email."
          >
            Send Invitation
          </Button>
        </div>
      </form>
    </Modal>
  );
}
