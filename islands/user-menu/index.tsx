import { useEffect, useId, useRef, useState } from 'react';
import { currentUser, logout } from '../../server/accounts/contract';
import { headerBadges } from '../../server/pages/contract';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { sessionIsChanging, setSessionChanging } from '../browser/session-change';
import { onStreamsMissed } from '../live/stream-sources';
import { Icon, type IconName } from '../ui/icon';

interface Props {
  user: { name: string; email: string; kind: 'buyer' | 'seller' | 'staff' };
}

interface Item {
  label: string;
  href: string;
  icon: IconName;
}

const CONTACT: Item = { label: 'Contact Us', href: '/contact_us', icon: 'mail' };

const ITEMS: Record<Props['user']['kind'], readonly Item[]> = {
  buyer: [CONTACT],
  seller: [
    { label: 'Manage Products', href: '/dashboard/manage_products', icon: 'box' },
    { label: 'Manage Profile', href: '/dashboard/manage_profile', icon: 'store' },
    { label: 'Add Product', href: '/dashboard/new_product', icon: 'plus' },
    { label: 'Bulk Add Products', href: '/dashboard/import_products', icon: 'upload' },
    CONTACT,
  ],
  staff: [{ label: 'All Products', href: '/all_products', icon: 'grid' }, CONTACT],
};

/** `user` is null when signed out; without the prop it is fetched. */
export default function UserMenu({ user: given }: { user?: Props['user'] | null }) {
  const [user] = usePreloaded(given, loadUser);
  return user ? <Menu user={user} /> : null;
}

async function loadUser(): Promise<Props['user'] | null> {
  const { user } = await call(currentUser, {});
  if (!user) return null;
  const { email, full_name, buyer, seller } = user;
  const kind = buyer ? 'buyer' : seller ? 'seller' : 'staff';
  return { name: buyer?.name ?? seller?.name ?? full_name, email, kind };
}

function Menu({ user: { name, email, kind } }: Props) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  useLiveBadges();

  useEffect(() => {
    if (!open) return;
    const leave = (event: PointerEvent | FocusEvent) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  async function leave() {
    setSessionChanging(true);
    try {
      await call(logout, {}, {});
      // A full page load, because the session ended.
      window.location.assign('/');
    } catch {
      setSessionChanging(false);
      notify('error', 'You could not be signed out. Please try again.');
    }
  }

  return (
    <div className="user-menu" ref={frame}>
      <button
        ref={button}
        type="button"
        className="avatar"
        aria-label={`Account of ${name}`}
        aria-expanded={open}
        aria-controls={menuId}
        onClick={() => setOpen(!open)}
      >
        {name.slice(0, 1).toUpperCase()}
      </button>
      <div id={menuId} className="menu" hidden={!open}>
        <div className="menu-who">
          <b>{name}</b>
          {email}
        </div>
        {ITEMS[kind].map(({ label, href, icon }) => (
          <a key={href} href={href} onClick={() => setOpen(false)}>
            <Icon name={icon} />
            {label}
          </a>
        ))}
        <hr />
        <button type="button" onClick={leave}>
          <Icon name="sign-out" />
          Sign Out
        </button>
      </div>
    </div>
  );
}

/** Turbo streams update badges; missed messages cause a refetch. */
function useLiveBadges() {
  useEffect(
    () =>
      onStreamsMissed(async () => {
        if (sessionIsChanging()) return;
        const { actions } = await call(headerBadges, {});
        (window as { Turbo?: { renderStreamMessage(html: string): void } }).Turbo?.renderStreamMessage(
          actions,
        );
      }),
    [],
  );
}
