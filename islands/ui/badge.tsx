import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

export type Tone = 'yellow' | 'green' | 'red' | 'gray' | 'accent';

interface BadgeProps {
  tone?: Tone | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
}

export function Badge({ tone = 'gray', icon, children }: BadgeProps) {
  return (
    <span className={clsx('badge', tone)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

/** A red dot whose meaning is read out by screen readers. */
export function Dot({ label }: { label: string }) {
  return (
    <>
      <span className="dot" />
      <span className="visually-hidden">{label}</span>
    </>
  );
}

export function Count({ value, tone }: { value: number | string; tone?: 'accent' | 'red' | undefined }) {
  return <span className={clsx('count', tone)}>{value}</span>;
}

export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="chips" aria-label={label}>
      {children}
    </section>
  );
}

interface ChipProps {
  children: string;
  tone?: 'red' | 'yellow' | undefined;
  href?: string | undefined;
  onRemove?: (() => void) | undefined;
}

export function Chip({ children, tone, href, onRemove }: ChipProps) {
  if (href)
    return (
      <a href={href} className={clsx('chip', tone)}>
        {children}
      </a>
    );
  return (
    <span className={clsx('chip', tone)}>
      {children}
      {onRemove && (
        <button type="button" aria-label={`Remove ${children}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}

const NUMBER = /\b([A-Z]{2,3}-\d+\??)/;

/** The text, with numbers such as PO-100042 kept on one line. */
export const RecordNumbers = ({ text }: { text: string }) =>
  text.split(NUMBER).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
