import { clsx } from 'clsx';
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref, useId } from 'react';
import { Icon, type IconName } from './icon';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'type'>;

interface ButtonProps extends Native {
  children: ReactNode;
  tone?: 'primary' | 'danger' | 'quiet' | 'link' | undefined;
  size?: 'small' | 'large' | undefined;
  icon?: IconName | undefined;
  block?: boolean | undefined;
  /** Shows a spinner and ignores clicks; keeps the focus. */
  busy?: boolean | undefined;
  href?: string | undefined;
  target?: string | undefined;
  type?: 'button' | 'submit' | undefined;
  reason?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Button(props: ButtonProps) {
  const { children, tone, size, icon, block, busy, href, target, type, reason, onClick, ...rest } = props;
  const reasonId = useId();
  const name = clsx('button', tone, size, block && 'block', rest.className);
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  );
  if (href && !rest.disabled) {
    const outside = target === '_blank' ? { target, rel: 'noopener' } : {};
    return (
      <a href={href} className={name} {...outside} aria-label={rest['aria-label']}>
        {content}
      </a>
    );
  }
  const why = rest.disabled && reason ? reason : null;
  const button = (
    <button
      {...rest}
      type={type ?? 'button'}
      className={name}
      aria-busy={busy || undefined}
      aria-describedby={why ? reasonId : rest['aria-describedby']}
      onClick={busy ? stop : onClick}
    >
      {content}
    </button>
  );
  if (reason === undefined) return button;
  return (
    <span className="with-reason">
      {button}
      {why && (
        <span className="reason" id={reasonId}>
          {why}
        </span>
      )}
    </span>
  );
}

const stop = (event: MouseEvent) => event.preventDefault();

interface IconButtonProps extends Native {
  icon: IconName;
  /** Includes the object: "Remove Blue Mug". */
  label: string;
  size?: 'small' | undefined;
  tone?: 'danger' | 'quiet' | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton({ icon, label, size, tone = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={clsx('button icon-only', tone, size, className)}
    >
      <Icon name={icon} />
    </button>
  );
}
