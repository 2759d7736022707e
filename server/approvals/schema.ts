import { boolean, number, object, string, text } from '../contract/fields';
import { approvalStatuses } from './contract';

export const approvalsQuery = object({
  status: string().oneOf(approvalStatuses, 'Choose a status'),
  /** In place of a status: what waits, and what was declined of the caller's own requests. */
  current: boolean(),
});

export const approveBody = object({
  version: number().integer().required('Name the version of the offer that you approve'),
});

export const declineBody = object({ note: text(500).nullable() });

/** Of the dialog. */
export const declineForm = object({ note: text(500).defined() });
