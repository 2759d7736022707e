import type { ReactNode } from 'react';
import { Button } from './button';
import { classes } from './classes';
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
    <div className={classes('empty', inline && 'inline')}>
      <Icon name={icon} />
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
      {action && <div className="button-row">{action}</div>}
    </div>
  );
}

interface FailedProps {
  children: string;
  onRetry?: (() => void) | undefined;
  busy?: boolean | undefined;
}

/** A failed load, as opposed to an empty result. */
export function Failed({ children, onRetry, busy }: FailedProps) {
  return (
    <div className="empty inline" role="alert">
      <Icon name="warning" />
      <p className="empty-title">{children}</p>
      {onRetry && (
        <div className="button-row">
          <Button icon="refresh" onClick={onRetry} busy={busy}>
            Try Again
          </Button>
        </div>
      )}
    </div>
  );
}
