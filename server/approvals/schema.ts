import { number, object, string, text } from '../contract/fields';
import { approvalStatuses } from './contract';

export const approvalsQuery = object({
  status: string().oneOf(approvalStatuses, 'Choose a status'),
});

export const approveBody = object({
  version: number().integer().required('Name the version of the offer that you approve'),
});

export const declineBody = object({ note: text(500).nullable() });
