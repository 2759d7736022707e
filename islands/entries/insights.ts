import '../page/shared';
import './work-pages';
import { auditLog } from '../../server/insights/audit-contract';
import { adminInsights } from '../../server/insights/counts-contract';
import { stuckWork } from '../../server/insights/stuck-contract';
import AdminInsights from '../admin-insights';
import AuditLog from '../audit-log';
import { fill } from '../browser/island';
import StuckWork from '../stuck-work';

export const islands = [
  fill(adminInsights, AdminInsights),
  fill(auditLog, AuditLog),
  fill(stuckWork, StuckWork),
];
