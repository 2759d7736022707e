import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

interface EmptyProps {
  title: string;
  icon?: IconName | undefined;
  children?: ReactNode;
  action?: ReactNode;
  /** For use inside a card or table: smaller, no frame. */
  inline?: boolean | undefined;
}

export function Empty({ title, icon = 'box', children, action, inline }: EmptyProps) {
  return (
    <div className={clsx('empty', inline && 'inline')}>
      <Icon name={icon} />
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
      {action && <div className="button-row">{action}</div>}
    </div>
  );
}
