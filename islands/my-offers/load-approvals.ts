import { listApprovals } from '../../server/approvals/contract';
import { call } from '../browser/api';

/** In a file of its own, which pages without requests don't load. */
export const loadApprovals = async () =>
  (await call(listApprovals, {}, undefined, { current: true })).approvals;
