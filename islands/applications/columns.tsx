import type { ApplicationRow } from '../../server/accounts/applications/contract';
import { Badge } from '../ui/badge';
import type { Column } from '../ui/table';
import { Age } from './Age';
import { LABELS, TONES } from './words';

export const applicationColumns = (now: number | null): readonly Column<ApplicationRow>[] => [
  {
    key: 'company',
    head: 'Company',
    rowHead: true,
    cell: (row) => (
      <>
        <a href={`/admin/people/${row.id}`}>{row.company}</a>{' '}
        <span className="faint tiny no-line">
          {row.full_name}
          {row.member_role && `, ${row.member_role}`}
        </span>
      </>
    ),
  },
  {
    key: 'kind',
    head: 'Type',
    line: 'fact',
    cell: ({ kind, category }) => (
      <>
        {kind === 'buyer' ? 'Buyer' : 'Seller'}
        {category && <span className="line-only"> · {category}</span>}
      </>
    ),
  },
  { key: 'email', head: 'Email', cell: ({ email }) => email },
  { key: 'category', head: 'Category', cell: ({ category }) => category },
  { key: 'age', head: 'Applied', line: 'amount', cell: (row) => <Age row={row} now={now} /> },
  {
    key: 'status',
    head: 'Status',
    line: 'badge',
    cell: ({ status }) => <Badge tone={TONES[status]}>{LABELS[status]}</Badge>,
  },
];
