export const userStatuses = ['provisional', 'denied', 'approved', 'password_created', 'onboarded'] as const;

/** `removed`: members who left. `key`: API keys. */
export type UserStatus = (typeof userStatuses)[number] | 'removed' | 'key';

export const isActive = ({ status }: { readonly status: UserStatus }) =>
  status === 'password_created' || status === 'onboarded';

/** Whether staff approved the application; a password may still be missing. */
export const isAdmitted = ({ status }: { readonly status: UserStatus }) =>
  !['provisional', 'denied', 'removed', 'key'].includes(status);
