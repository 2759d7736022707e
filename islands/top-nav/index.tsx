import { clsx } from 'clsx';
import { useEffect, useId, useRef } from 'react';
import { currentUser } from '../../server/accounts/contract';
import type { PropsOf } from '../../server/contract/island';
import type { topNav } from '../../server/pages/contract';
import { call } from '../browser/api';
import { usePreloaded } from '../ui/feedback';
import { Icon } from '../ui/icon';
import { scrollIntoView } from '../ui/tabs';

interface NavLink {
  label: string;
  href: string;
}

interface NavGroup {
  label: string;
  links: readonly NavLink[];
}

const CURATE: NavGroup = {
  label: 'Curate',
  links: [
    { label: 'Sellers', href: '/admin/sellers' },
    { label: 'Top Sellers', href: '/admin/top_sellers' },
    { label: 'Categories', href: '/admin/categories' },
    { label: 'Release Notes', href: '/admin/release_notes' },
  ],
};

const TOOLS: readonly (NavLink | NavGroup)[] = [
  { label: 'Insights', href: '/admin/insights' },
  { label: 'Purchase Orders', href: '/admin/purchase_orders' },
  { label: 'Claims', href: '/admin/claims' },
  { label: 'Payouts', href: '/admin/payouts' },
  { label: 'Applications', href: '/admin/applications' },
  CURATE,
  { label: 'Audit Log', href: '/admin/audit' },
  { label: 'System', href: '/admin/system' },
];

const ALL_PRODUCTS: NavLink = { label: 'All Products', href: '/all_products' };

const LINKS = {
  usual: [...TOOLS, ALL_PRODUCTS],
  alternate: [{ label: 'Dashboard', href: '/dashboard' }, ALL_PRODUCTS, ...TOOLS],
} as const;

const isHere = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

const isStaff = async () => (await call(currentUser, {})).user?.admin === true;

/** Our pages print it with props, for staff alone; any other page may have its element, so it asks who looks. */
export default function TopNav({ path, links = 'usual' }: PropsOf<typeof topNav>) {
  const [isShown] = usePreloaded(path === undefined ? undefined : true, isStaff);
  return isShown ? <Links path={path ?? location.pathname} links={links} /> : null;
}

function Links({ path, links }: Required<PropsOf<typeof topNav>>) {
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on every page
  useEffect(() => scrollIntoView(bar.current), [path]);
  return (
    <div className={clsx('top-nav', links === 'alternate' && 'alternate')}>
      <nav aria-label="Staff" ref={bar}>
        {LINKS[links].map((entry) =>
          'links' in entry ? (
            <Group key={entry.label} {...entry} path={path} />
          ) : (
            <Here key={entry.href} {...entry} path={path} />
          ),
        )}
      </nav>
    </div>
  );
}

const Here = ({ label, href, path }: NavLink & { path: string }) => (
  <a href={href} aria-current={isHere(path, href) ? 'page' : undefined}>
    {label}
  </a>
);

/** A menu of links, which opens without scripts. */
function Group({ label, links, path }: NavGroup & { path: string }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-current={links.some(({ href }) => isHere(path, href)) ? 'true' : undefined}
      >
        {label}
        <Icon name="chevron-down" />
      </button>
      <div id={id} popover="auto" className="menu floating">
        {links.map((link) => (
          <Here key={link.href} {...link} path={path} />
        ))}
      </div>
    </>
  );
}
