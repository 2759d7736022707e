import { useState } from 'react';
import type { CompanyDocument, Member } from '../../server/accounts/company/contract';
import { hasLimits, limitsText, roleLabels } from '../../server/accounts/company/rules';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { limitsCell } from '../ui/limits';
import { Menu } from '../ui/menu';
import { type Column, Table } from '../ui/table';
import { RemoveDialog, TransferDialog } from './ConfirmDialogs';
import { ChangeDialog, InviteDialog } from './MemberDialogs';
import { nameOf } from './wording';

interface Props {
  company: CompanyDocument;
  members: readonly Member[];
  /** Others read the list alone. */
  manages: boolean;
  onChange: () => Promise<unknown>;
}

type Act = 'change' | 'remove' | 'transfer';
type OpenedDialog = { act: 'invite' } | { act: Act; member: Member };

export function Members({ company, members, manages, onChange }: Props) {
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const dialog = { company, onChange, onClose: () => setOpened(null) };
  const self = members.find(({ you }) => you);
  const isPrimary = self?.primary === true;
  return (
    <section className="section">
      <div className="section-head">
        <div>
          <h2>{`Members (${members.length})`}</h2>
          {manages && members.length === 1 && (
            <p className="muted">You're the only member. Invite colleagues so nobody shares a password.</p>
          )}
        </div>
        {manages ? (
          <Button icon="plus" onClick={() => setOpened({ act: 'invite' })}>
            Invite Member
          </Button>
        ) : (
          self && <Button onClick={() => setOpened({ act: 'remove', member: self })}>Leave Company</Button>
        )}
      </div>
      <Table
        caption={`Members of ${company.name}`}
        lines
        rows={members}
        rowKey={({ id }) => id}
        columns={useColumns({
          members,
          manages,
          isPrimary,
          onOpen: (act, member) => setOpened({ act, member }),
        })}
      />
      {opened?.act === 'invite' && <InviteDialog {...dialog} />}
      {opened?.act === 'change' && <ChangeDialog {...dialog} member={opened.member} />}
      {opened?.act === 'remove' && <RemoveDialog {...dialog} member={opened.member} />}
      {opened?.act === 'transfer' && <TransferDialog {...dialog} member={opened.member} />}
    </section>
  );
}

interface ColumnOptions {
  members: readonly Member[];
  manages: boolean;
  isPrimary: boolean;
  onOpen: (act: Act, member: Member) => void;
}

function useColumns({ members, manages, isPrimary, onOpen }: ColumnOptions): Column<Member>[] {
  const { day } = useDates();
  const factorText = (factor: Member['second_factor']) => (factor ? 'On' : 'Off');
  const seenText = (at: Member['last_seen_at']) => (at ? day(at) : 'Never');
  const activityOf = ({ second_factor, last_seen_at }: Member) =>
    `Two-step: ${factorText(second_factor)} · Last active: ${seenText(last_seen_at)}`;
  const isLimited = members.some(({ limits }) => limitsText(limits) !== '');
  return [
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      cell: (member) => <Name member={member} activity={manages ? activityOf(member) : null} />,
    },
    { key: 'role', head: 'Role', line: 'badge', cell: ({ role }) => roleLabels[role] },
    ...(isLimited
      ? [
          {
            key: 'limits',
            head: 'Limits',
            line: 'fact' as const,
            cell: ({ role, limits }: Member) => (hasLimits(role) ? limitsCell(limits) || 'No limit' : ''),
          },
        ]
      : []),
    ...(manages
      ? [
          {
            key: 'factor',
            head: 'Two-step verification',
            cell: ({ second_factor }: Member) => factorText(second_factor),
          },
          {
            key: 'seen',
            head: 'Last active',
            cell: ({ last_seen_at }: Member) => <span className="nowrap">{seenText(last_seen_at)}</span>,
          },
          {
            key: 'actions',
            head: 'Actions',
            headHidden: true,
            num: true,
            line: 'actions' as const,
            cell: (member: Member) => (
              <Actions member={member} isPrimary={isPrimary} onOpen={(act) => onOpen(act, member)} />
            ),
          },
        ]
      : []),
  ];
}

interface NameProps {
  member: Member;
  /** What narrow screens have no columns for. */
  activity: string | null;
}

const Name = ({ member, activity }: NameProps) => (
  <div className="member-name">
    <span>
      {nameOf(member)}
      {member.you && ' (you)'} {member.primary && <Badge>Primary owner</Badge>}
    </span>
    {member.full_name && <span className="muted small">{member.email}</span>}
    {activity && <span className="line-only muted small">{activity}</span>}
  </div>
);

interface ActionsProps {
  member: Member;
  isPrimary: boolean;
  onOpen: (act: Act) => void;
}

/** Nothing of the primary owner changes but by a transfer. */
function Actions({ member, isPrimary, onOpen }: ActionsProps) {
  if (member.primary) return null;
  return (
    <Menu label={`Actions for ${nameOf(member)}`}>
      {() => (
        <>
          <button type="button" role="menuitem" onClick={() => onOpen('change')}>
            Change Role
          </button>
          {isPrimary && member.role === 'owner' && (
            <button type="button" role="menuitem" onClick={() => onOpen('transfer')}>
              Make Primary Owner
            </button>
          )}
          <button type="button" role="menuitem" onClick={() => onOpen('remove')}>
            {member.you ? 'Leave Company' : 'Remove'}
          </button>
        </>
      )}
    </Menu>
  );
}
