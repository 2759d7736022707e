import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { scrollIntoView } from '../ui/tabs';

interface Props {
  path: string;
  links: 'usual' | 'alternate';
}

const TOOLS = [
  { label: 'Insights', href: '/admin/insights' },
  { label: 'Purchase Orders', href: '/admin/purchase_orders' },
  { label: 'Claims', href: '/admin/claims' },
  { label: 'Payouts', href: '/admin/payouts' },
  { label: 'Applications', href: '/admin/applications' },
  { label: 'Sellers', href: '/admin/sellers' },
  { label: 'Top Sellers', href: '/admin/top_sellers' },
  { label: 'Categories', href: '/admin/categories' },
  { label: 'Release Notes', href: '/admin/release_notes' },
  { label: 'Audit Log', href: '/admin/audit' },
  { label: 'System', href: '/admin/system' },
] as const;

const ALL_PRODUCTS = { label: 'All Products', href: '/all_products' } as const;

const LINKS = {
  usual: [...TOOLS, ALL_PRODUCTS],
  alternate: [{ label: 'Dashboard', href: '/dashboard' }, ALL_PRODUCTS, ...TOOLS],
} as const;

const isHere = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

export default function TopNav({ path: given, links = 'usual' }: Partial<Props>) {
  const path = given ?? globalThis.location?.pathname ?? '';
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on every page
  useEffect(() => scrollIntoView(bar.current), [path]);
  return (
    <div className={clsx('top-nav', links === 'alternate' && 'alternate')}>
      <nav aria-label="Staff" ref={bar}>
        {LINKS[links].map(({ label, href }) => (
          <a key={href} href={href} aria-current={isHere(path, href) ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
    </div>
  );
}
