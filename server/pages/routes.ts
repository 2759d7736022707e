import { demoAccountProps } from '../accounts/demo-accounts';
import { anyone, member, type Person, signedIn } from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import { NotFound } from '../http/errors';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { badgesOf } from './badges';
import { components, headerBadges, webManifest } from './contract';
import { badgeActions } from './header-badges';
import { manifestOf } from './web-manifest';

const homeOf = (viewer: Person) => {
  if (viewer.kind !== 'seller') return viewer.kind === 'staff' ? '/admin/insights' : '/all_products';
  return isCapable(viewer, 'products:read') ? '/dashboard' : '/my_orders';
};

const settingsOf = (viewer: Person) => {
  if (viewer.kind === 'buyer') return '/settings/addresses';
  if (viewer.kind === 'staff') return '/settings/security';
  return isCapable(viewer, 'products:read') ? '/settings/shipping' : '/settings/notifications';
};

export default ({ services }: RouteDependencies): Routes => [
  page('/', {
    may: anyone,
    title: 'Resale, simplified!',
    view: 'pages/home',
    locals: () => ({ sheets: ['home.css'], signIn: demoAccountProps(services.config) }),
    redirect: ({ viewer }) => (viewer ? homeOf(viewer as Person) : null),
  }),
  page('/404', {
    may: anyone,
    title: '404 - Page not found',
    ungated: true,
    props: () => {
      throw NotFound();
    },
  }),
  page('/settings', {
    may: member,
    needs: null,
    title: 'Settings',
    redirect: ({ viewer }) => settingsOf(viewer),
  }),
  route(headerBadges, {
    may: signedIn,
    needs: null,
    reply: async ({ db, viewer }) => ({ actions: badgeActions(await badgesOf(db, viewer)) }),
  }),
  route(webManifest, { may: anyone, reply: () => manifestOf(services.config.brandName) }),
  services.config.demo
    ? page('/dev/components', { may: anyone, title: 'Components', island: components, heading: 'hidden' })
    : [],
];
