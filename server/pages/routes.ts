import { anyone, type Person } from '../accounts/policy';
import { NotFound } from '../http/errors';
import { page, type Routes, type Setup } from '../http/route';

/** Where somebody signed in begins. A buyer's home is the listing itself. */
export const homeOf = ({ kind }: Person) =>
  kind === 'seller' ? '/dashboard' : kind === 'staff' ? '/admin/insights' : '/all_products';

export default (_setup: Setup): Routes => [
  page('/', {
    may: anyone,
    title: 'Resale, simplified!',
    view: 'pages/home',
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
];
