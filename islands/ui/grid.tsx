import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';

interface GridProps {
  children: ReactNode;
  dense?: boolean | undefined;
  ref?: Ref<HTMLUListElement> | undefined;
  label?: string | undefined;
}

/** A responsive grid of 2 to 4 columns. Children are <li>. */
export function Grid({ children, dense, ref, label }: GridProps) {
  return (
    <div className="product-grid-frame">
      <ul className={clsx('product-grid', dense && 'dense')} ref={ref} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}
