import type { ReactNode } from 'react';

/** The message of a whole form, which screen readers say at once. */
export const FormError = ({ children }: { children: ReactNode }) =>
  children && (
    <p className="form-error" role="alert">
      {children}
    </p>
  );
