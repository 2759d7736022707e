import type { Person } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';

export interface NavItem {
  label: string;
  href: string;
  active: boolean;
}

const under = (path: string, ...roots: string[]) =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));

export function navOf(viewer: Person | null, path: string): NavItem[] {
  const item = (label: string, href: string, active: boolean): NavItem => ({ label, href, active });
  const offers =
    viewer && isCapable(viewer, 'offers:read')
      ? [item('My Offers', '/my_offers', under(path, '/my_offers'))]
      : [];
  const orders = item('My Orders', '/my_orders', under(path, '/my_orders'));
  if (viewer?.kind === 'buyer') {
    return [
      item('All Products', '/all_products', path === '/' || under(path, '/all_products')),
      ...offers,
      orders,
    ];
  }
  if (viewer?.kind === 'seller') {
    const store = `/seller/${viewer.seller_id}`;
    const dashboard = item('My Dashboard', '/dashboard', under(path, '/dashboard'));
    return [
      ...(isCapable(viewer, 'products:read') ? [dashboard] : []),
      item('My Storefront', store, under(path, store)),
      ...offers,
      orders,
    ];
  }
  return [];
}
