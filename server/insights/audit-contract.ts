import { endpoint } from '../contract/endpoint';
import { number, object, text } from '../contract/fields';
import { island } from '../contract/island';

const MOST_PER_PAGE = 1_000;

export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: number | null;
  before: unknown;
  after: unknown;
}

export interface AuditPage {
  entries: AuditEntry[];
  total: number;
}

export const listAudit = endpoint<AuditPage>()(
  'GET /admin/audit',
  null,
  object({
    query: text(200),
    page: number().integer().min(1).default(1),
    per: number().integer().min(1).max(MOST_PER_PAGE).default(50),
  }),
);
export const auditLog = island<{ list: AuditPage; page: number; query: string }>('audit-log');
