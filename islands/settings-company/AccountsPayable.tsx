import { type CompanyDocument, updateCompany } from '../../server/accounts/company/contract';
import { apEmailForm } from '../../server/accounts/company/schema';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';

interface Props {
  company: CompanyDocument;
  onChange: () => Promise<unknown>;
}

/** Of a buyer, for owners. */
export function AccountsPayable({ company, onChange }: Props) {
  const form = useForm({
    schema: apEmailForm,
    initial: { ap_email: company.ap_email ?? '' },
    submit: async ({ ap_email }) => {
      await call(updateCompany, {}, { ap_email });
      notify('success', ap_email ? `Invoices go to ${ap_email}.` : 'Invoices are no longer mailed.');
      form.resetForm({ values: { ap_email } });
      await onChange();
    },
  });
  return (
    <section className="section settings-column">
      <div className="section-head">
        <h2>Accounts payable</h2>
      </div>
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <TextField
          label="Accounts payable email"
          type="email"
          optional
          autoComplete="off"
          note="Gets each invoice and credit memo, with a link that needs no account."
          {...form.field('ap_email')}
        />
        <FormError>{form.error}</FormError>
        <div>
          <Button type="submit" busy={form.isSubmitting} disabled={!form.dirty && !form.isSubmitting}>
            Save Email
          </Button>
        </div>
      </form>
    </section>
  );
}
