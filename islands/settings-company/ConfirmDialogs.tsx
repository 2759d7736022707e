import { useState } from 'react';
import {
  type CompanyDocument,
  type Member,
  removeMember,
  transferOwnership,
} from '../../server/accounts/company/contract';
import { hasLimits } from '../../server/accounts/company/rules';
import { counted } from '../../server/contract/money';
import { notify, notifyAfterLoad } from '../browser/alerts';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { CheckField } from '../forms/choice-field';
import { FormError } from '../ui/feedback';
import { ConfirmDialog } from '../ui/modal';
import { nameOf } from './wording';

interface DialogProps {
  company: CompanyDocument;
  member: Member;
  onChange: () => Promise<unknown>;
  onClose: () => void;
}

export function RemoveDialog({ company, member, onChange, onClose }: DialogProps) {
  const { busy, problem, run } = useAct();
  const name = nameOf(member);
  const [revokesKeys, setRevokesKeys] = useState(true);
  const keys = member.api_keys ?? 0;
  async function remove() {
    await call(removeMember, { id: member.id }, { revoke_keys: keys > 0 && revokesKeys });
    // Who leaves is signed out.
    if (member.you) {
      notifyAfterLoad('success', `You left ${company.name}.`);
      return window.location.assign('/');
    }
    onClose();
    notify('success', `${name} was removed.`);
    await onChange();
  }
  return (
    <ConfirmDialog
      title={member.you ? `Leave ${company.name}?` : `Remove ${name}?`}
      open
      danger
      busy={busy}
      confirmLabel={member.you ? 'Leave Company' : 'Remove'}
      onConfirm={() => void run(remove)}
      onCancel={onClose}
    >
      <div className="stack">
        <p>
          {member.you
            ? 'You are signed out everywhere. Your offers and orders stay.'
            : 'They are signed out everywhere. Their offers and orders stay.'}
          {hasLimits(member.role) && ` ${member.you ? 'Your' : 'Their'} requests that wait for approval end.`}
        </p>
        {keys > 0 && (
          <CheckField
            label={`Also revoke the ${counted(keys, 'API key')} ${member.you ? 'you' : 'they'} created`}
            name="revoke_keys"
            checked={revokesKeys}
            onChange={setRevokesKeys}
          />
        )}
        <FormError>{problem}</FormError>
      </div>
    </ConfirmDialog>
  );
}

export function TransferDialog({ company, member, onChange, onClose }: DialogProps) {
  const { busy, problem, run } = useAct();
  const name = nameOf(member);
  async function transfer() {
    await call(transferOwnership, {}, { user_id: member.id });
    onClose();
    notify('success', `${name} is the primary owner now.`);
    await onChange();
  }
  return (
    <ConfirmDialog
      title={`Make ${name} the primary owner?`}
      open
      busy={busy}
      confirmLabel="Make Primary Owner"
      onConfirm={() => void run(transfer)}
      onCancel={onClose}
    >
      <div className="stack">
        <p>{`${name} becomes the main contact of ${company.name}, and only they can pass that on. You stay an owner.`}</p>
        <FormError>{problem}</FormError>
      </div>
    </ConfirmDialog>
  );
}
