import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';

export interface AuditEntry {
  id: number;
  at: string;
  /** An email, or `system`. */
  actor: string;
  actor_name: string | null;
  action: string;
  subject_type: string;
  subject_id: number | null;
  subject_name: string | null;
  before: unknown;
  after: unknown;
}

export interface AuditPage {
  entries: AuditEntry[];
  total: number;
}

/** What staff filter by; each stands for some types of subjects. */
export const auditSubjects = {
  people: ['user', 'invitation'],
  orders: ['purchase_order'],
  products: ['product', 'tag'],
  sellers: ['seller'],
  release_notes: ['release_note'],
} as const;

export type AuditSubject = keyof typeof auditSubjects;

export const listAudit = endpoint<AuditPage>()('GET /admin/audit');
export const auditLog: Island<{
  list: AuditPage;
  page: number;
  query: string;
  about: string;
  from: string;
  to: string;
}> = { id: 'audit-log' };
