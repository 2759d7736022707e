import {
  type ApplicationRow,
  type DenialEmail,
  previewDenial,
} from '../../server/accounts/applications/contract';
import { call } from '../browser/api';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';
import { subjectOf } from './words';

interface Props {
  row: ApplicationRow;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Says what a denial does and shows the email that leaves with it. */
export function DenyDialog({ row, onCancel, onConfirm }: Props) {
  const [email, refetch, { failed }] = usePreloaded<DenialEmail>(undefined, () =>
    call(previewDenial, { id: row.id }),
  );
  return (
    <ConfirmDialog
      title={`Deny ${subjectOf(row)}?`}
      open
      size="medium"
      danger
      confirmLabel={row.member_role ? 'Deny Member' : 'Deny Application'}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="stack">
        <p>{effectOf(row)}</p>
        <h3>The email that we send</h3>
        {failed && <Failed onRetry={refetch}>The email could not be loaded.</Failed>}
        {!email && !failed && <Skeleton shape="lines" label="Loading the email" />}
        {email && <EmailPreview {...email} />}
      </div>
    </ConfirmDialog>
  );
}

function effectOf({ status, company, member_role }: ApplicationRow) {
  if (member_role)
    return `They will be signed out everywhere. ${company} and its other members can keep trading.`;
  return status === 'provisional'
    ? `${company} won't be able to sign in and trade. You can approve the application later.`
    : 'They will be signed out everywhere, their open offers will end and their unpaid orders will be canceled.';
}

const EmailPreview = ({ to, subject, text }: DenialEmail) => (
  <article className="email-preview" aria-label="Email preview">
    <dl className="facts">
      <div>
        <dt>To</dt>
        <dd>{to}</dd>
      </div>
      <div>
        <dt>Subject</dt>
        <dd>{subject}</dd>
      </div>
    </dl>
    <p className="pre-line">{text}</p>
  </article>
);
