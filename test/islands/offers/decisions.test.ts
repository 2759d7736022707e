import { decisionText } from '../../../islands/offers/decisions';
import type { Approval } from '../../../server/offers/contract';

const approval = (changes: Partial<Approval>) =>
  ({
    offer_number: 'OF-100042',
    total_cents: 124_000,
    requested_by: { id: 1, name: 'Ben Ruiz' },
    decided_by: { id: 2, name: 'Anna Bauer' },
    ...changes,
  }) as Approval;

test('a requester is told what a colleague decided, and nothing of their own acts or a lapse', () => {
  expect(decisionText(approval({ status: 'approved' }))).toBe(
    'Anna Bauer approved your request: OF-100042, $1,240.00.',
  );
  expect(decisionText(approval({ status: 'declined' }))).toBe(
    'Anna Bauer declined your request: OF-100042, $1,240.00.',
  );
  const ben = { id: 1, name: 'Ben Ruiz' };
  expect(decisionText(approval({ status: 'canceled', decided_by: ben }))).toBeNull();
  expect(decisionText(approval({ status: 'approved', decided_by: ben }))).toBeNull();
  expect(decisionText(approval({ status: 'lapsed', decided_by: null }))).toBeNull();
});
