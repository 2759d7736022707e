import {
  type CompanyDocument,
  changeMember,
  inviteMember,
  type Member,
} from '../../server/accounts/company/contract';
import { hasLimits, roleLabels, roleLines, rolesOf } from '../../server/accounts/company/rules';
import { inviteBody, memberForm } from '../../server/accounts/company/schema';
import type { Role } from '../../server/contract/capabilities';
import { call } from '../browser/api';
import { RadioCards } from '../forms/choice-field';
import { TextField } from '../forms/field';
import type { useForm } from '../forms/form';
import { FormDialog } from '../forms/form-dialog';
import { LimitFields } from '../forms/limit-fields';
import { nameOf } from './wording';

interface DialogProps {
  company: CompanyDocument;
  onChange: () => Promise<unknown>;
  onClose: () => void;
}

const capitalized = (line: string) => line.charAt(0).toUpperCase() + line.slice(1);

const optionsOf = ({ kind }: CompanyDocument) =>
  rolesOf[kind].map((role) => ({ value: role, label: roleLabels[role], hint: capitalized(roleLines[role]) }));

interface Membership {
  role: Role;
  order_limit_cents?: number | null | undefined;
  month_limit_cents?: number | null | undefined;
}

interface MembershipFieldsProps {
  company: CompanyDocument;
  form: Pick<
    ReturnType<typeof useForm<Membership>>,
    'values' | 'setFieldValue' | 'setFieldTouched' | 'field'
  >;
}

function MembershipFields({ company, form }: MembershipFieldsProps) {
  const { values, setFieldValue } = form;
  return (
    <>
      <RadioCards
        legend="Role"
        name="role"
        value={values.role}
        onChange={(role) => void setFieldValue('role', role)}
        options={optionsOf(company)}
      />
      {hasLimits(values.role) && <LimitFields form={form} />}
    </>
  );
}

const firstRole = ({ kind }: CompanyDocument): Role => (kind === 'buyer' ? 'purchaser' : 'manager');

export const InviteDialog = ({ company, onChange, onClose }: DialogProps) => (
  <FormDialog
    title="Invite a member"
    confirm="Send Invitation"
    schema={inviteBody}
    saidAt="email"
    initial={{ email: '', role: firstRole(company), order_limit_cents: null, month_limit_cents: null }}
    send={async (values) => {
      await call(inviteMember, {}, values);
      return `Invitation sent to ${values.email}.`;
    }}
    onChange={onChange}
    onClose={onClose}
  >
    {(form) => (
      <>
        <TextField label="Email" type="email" autoComplete="off" autoFocus {...form.field('email')} />
        <MembershipFields company={company} form={form as unknown as MembershipFieldsProps['form']} />
      </>
    )}
  </FormDialog>
);

export const ChangeDialog = ({ company, member, onChange, onClose }: DialogProps & { member: Member }) => (
  <FormDialog
    title={`Change the role of ${nameOf(member)}`}
    confirm="Save"
    schema={memberForm}
    initial={{
      role: member.role,
      order_limit_cents: member.limits.order_cents,
      month_limit_cents: member.limits.month_cents,
    }}
    send={async (values) => {
      await call(changeMember, { id: member.id }, values);
      return 'Saved.';
    }}
    onChange={onChange}
    onClose={onClose}
  >
    {(form) => <MembershipFields company={company} form={form as unknown as MembershipFieldsProps['form']} />}
  </FormDialog>
);
