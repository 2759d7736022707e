import type { ComponentType } from 'react';
import type { ApprovalsProps } from './Approvals';

/** Loaded before a page that has requests is hydrated, so that the offers don't move; few pages have any. */
export const approvalsPart = {
  component: null as ComponentType<ApprovalsProps> | null,
  async load() {
    const { Approvals } = await import('./Approvals');
    approvalsPart.component = Approvals;
    return Approvals;
  },
};
