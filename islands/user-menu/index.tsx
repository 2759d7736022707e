import { clsx } from 'clsx';
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { currentUser, logout } from '../../server/accounts/contract';
import type { Capability } from '../../server/contract/capabilities';
import type { PropsOf } from '../../server/contract/island';
import { headerBadges, type MenuUser, type userMenu } from '../../server/pages/contract';
import { clearAccountValues } from '../browser/account-store';
import { notify } from '../browser/alerts';
import { call } from '../browser/api';
import { announceSignOut, sessionIsChanging, setSessionChanging } from '../browser/session-change';
import { onStreamsMissed } from '../live/stream-sources';
import { usePreloaded } from '../ui/feedback';
import { Icon, type IconName } from '../ui/icon';

interface Item {
  label: string;
  href: string;
  icon: IconName;
  needs?: Capability;
}

const WANT_LISTS: Item = { label: 'Want Lists', href: '/want_lists', icon: 'list' };
const SETTINGS: Item = { label: 'Settings', href: '/settings', icon: 'filter' };
const FAVORITES: Item = { label: 'Favorites', href: '/favorites', icon: 'heart' };
const SAVED_SEARCHES: Item = { label: 'Saved Searches', href: '/saved_searches', icon: 'bookmark' };
const CONTACT: Item = { label: 'Contact Us', href: '/contact_us', icon: 'mail' };

const ITEMS: Record<MenuUser['kind'], readonly Item[]> = {
  buyer: [FAVORITES, SAVED_SEARCHES, WANT_LISTS, SETTINGS, CONTACT],
  seller: [
    { label: 'Manage Products', href: '/dashboard/manage_products', icon: 'box', needs: 'products:read' },
    { label: 'Manage Profile', href: '/dashboard/manage_profile', icon: 'store', needs: 'products:write' },
    { label: 'Add Product', href: '/dashboard/new_product', icon: 'plus', needs: 'products:write' },
    {
      label: 'Bulk Add Products',
      href: '/dashboard/import_products',
      icon: 'upload',
      needs: 'products:write',
    },
    SETTINGS,
    CONTACT,
  ],
  staff: [{ label: 'All Products', href: '/all_products', icon: 'grid' }, SETTINGS, CONTACT],
};

/** `user` is null when signed out; without the prop it is fetched. */
export default function UserMenu({ user: given, held = false }: PropsOf<typeof userMenu>) {
  const [user] = usePreloaded(given, loadUser);
  return user ? <Menu user={user} held={held} /> : null;
}

async function loadUser(): Promise<MenuUser | null> {
  const { user } = await call(currentUser, {});
  if (!user) return null;
  const { email, full_name, buyer, seller, image_url, capabilities } = user;
  const kind = buyer ? 'buyer' : seller ? 'seller' : 'staff';
  return { name: buyer?.name ?? seller?.name ?? full_name, email, kind, image: image_url, capabilities };
}

function Menu({ user, held }: { user: MenuUser; held: boolean }) {
  const { name, email, kind, image } = user;
  const items = ITEMS[kind].filter(({ needs }) => !needs || (user.capabilities?.includes(needs) ?? true));
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const { logo, check, fail } = useLogo(image);
  useLiveBadges();
  useMenuClosing({ open, frame, button, close: () => setOpen(false) });
  return (
    <div className="user-menu" ref={frame}>
      <button
        ref={button}
        type="button"
        className={clsx('avatar', logo && 'with-logo')}
        aria-label={`Account of ${name}`}
        aria-expanded={open}
        aria-controls={menuId}
        onClick={() => setOpen(!open)}
      >
        {logo ? <img ref={check} src={logo} alt="" onError={fail} /> : name.slice(0, 1).toUpperCase()}
      </button>
      <div id={menuId} className="menu" hidden={!open}>
        <div className="menu-who">
          <b>{name}</b>
          {email}
        </div>
        {(held ? [CONTACT] : items).map(({ label, href, icon }) => (
          <a key={href} href={href} onClick={() => setOpen(false)}>
            <Icon name={icon} />
            {label}
          </a>
        ))}
        <hr />
        <button type="button" onClick={signOut}>
          <Icon name="sign-out" />
          Sign Out
        </button>
      </div>
    </div>
  );
}

/** null without a logo, or after it failed. */
function useLogo(image: string | null | undefined) {
  const [failed, setFailed] = useState(false);
  const fail = () => setFailed(true);
  // A picture that failed before hydration has sent its event already.
  const check = useCallback((picture: HTMLImageElement | null) => {
    if (picture?.complete && picture.naturalWidth === 0) setFailed(true);
  }, []);
  return { logo: failed ? null : image, check, fail };
}

async function signOut() {
  setSessionChanging(true);
  try {
    await call(logout, {}, {});
    clearAccountValues();
    announceSignOut();
    // A full page load, because the session ended.
    window.location.assign('/');
  } catch {
    setSessionChanging(false);
    notify('error', "We couldn't sign you out. Try again.");
  }
}

interface MenuClosing {
  open: boolean;
  frame: RefObject<HTMLElement | null>;
  button: RefObject<HTMLElement | null>;
  close: () => void;
}

/** Closes the menu when pointer or focus go elsewhere; Escape returns the focus to its button. */
function useMenuClosing({ open, frame, button, close }: MenuClosing) {
  const latestClose = useRef(close);
  latestClose.current = close;
  useEffect(() => {
    if (!open) return;
    const left = new AbortController();
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) latestClose.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      latestClose.current();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave, { signal: left.signal });
    document.addEventListener('focusin', leave, { signal: left.signal });
    document.addEventListener('keydown', onKey, { signal: left.signal });
    return () => left.abort();
  }, [open, frame, button]);
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
