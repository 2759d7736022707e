import { staff } from '../accounts/policy';
import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import { idNumber, pageNumber } from '../http/pagination';
import { page, type RouteDependencies, type Routes } from '../http/route';
import { claims } from './contract';
import { allClaims } from './queries';
import { type ClaimStatus, claimStatuses } from './rules';
import { claimDocuments } from './serializer';

const statusOf = (value: unknown): ClaimStatus | '' => claimStatuses.find((status) => status === value) ?? '';

export default ({ services: { store } }: RouteDependencies): Routes => [
  page('/admin/claims', {
    may: staff,
    title: 'Claims',
    island: claims,
    props: async ({ db, viewer, query }) => {
      const filter = { page: pageNumber(query.page), status: statusOf(query.status) };
      const { rows, meta } = await allClaims(db, viewer, { ...filter, per: STAFF_ROWS_PER_PAGE });
      return {
        claims: await claimDocuments({ db, store }, rows, viewer),
        meta,
        ...filter,
        claim: idNumber(query.claim) ?? 0,
      };
    },
  }),
];
