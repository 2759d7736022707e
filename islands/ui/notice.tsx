import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { RecordNumbers } from './badge';
import { Icon, type IconName } from './icon';

const icons: Record<string, IconName> = { red: 'warning', yellow: 'info', green: 'check', accent: 'info' };

interface NoticeProps {
  tone?: 'yellow' | 'red' | 'green' | 'accent' | undefined;
  title?: string | undefined;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced to screen readers: it appeared after the page had loaded. */
  live?: boolean | undefined;
}

export function Notice({ tone = 'accent', title, children, action, live }: NoticeProps) {
  return (
    <div className={clsx('notice', tone)} role={tone === 'red' ? 'alert' : live ? 'status' : undefined}>
      <Icon name={icons[tone] ?? 'info'} />
      <div>
        {title && (
          <strong>
            <RecordNumbers text={title} />
          </strong>
        )}
        {children}
      </div>
      {action}
    </div>
  );
}
