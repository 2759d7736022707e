import type { ReactNode, Ref } from 'react';
import { classes } from './classes';

interface GridProps {
  children: ReactNode;
  /** More columns where there is room for them. */
  dense?: boolean | undefined;
  ref?: Ref<HTMLUListElement> | undefined;
  label?: string | undefined;
}

/** Products in 2, 3 or 4 columns, by the room that there is. Children are <li>. */
export function Grid({ children, dense, ref, label }: GridProps) {
  return (
    <div className="product-grid-frame">
      <ul className={classes('product-grid', dense && 'dense')} ref={ref} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}
