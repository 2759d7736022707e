import { seller } from '../../accounts/policy';
import { page, type RouteDependencies, type Routes } from '../../http/route';
import { dashboardFrame } from '../../sellers/dashboard';
import { offerRules } from './contract';
import { rulesOfSeller } from './queries';
import { ruleDocument } from './serializer';

export default ({ services }: RouteDependencies): Routes => [
  page('/dashboard/offer_rules', {
    may: seller,
    needs: 'offers:read',
    title: 'Offer Rules',
    heading: 'hidden',
    island: offerRules,
    props: async ({ db, viewer }) => {
      const [frame, rules] = await Promise.all([
        dashboardFrame(services, viewer),
        rulesOfSeller(db, viewer.seller_id),
      ]);
      return { frame, rules: rules.map(ruleDocument) };
    },
  }),
];
