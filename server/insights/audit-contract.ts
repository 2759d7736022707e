import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';

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

export const listAudit = endpoint<AuditPage>()('GET /admin/audit');
export const auditLog = island<{ list: AuditPage; page: number; query: string }>('audit-log');
