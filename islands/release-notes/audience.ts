import type { ReleaseNote } from '../../server/notices/contract';

export const audienceOf = ({ buyer, seller }: Pick<ReleaseNote, 'buyer' | 'seller'>) =>
  buyer && seller ? 'Buyers and sellers' : buyer ? 'Buyers' : seller ? 'Sellers' : 'No audience';
