import type { Tx } from '../../db/transaction';

const MAX_RECENT_VIEWS = 50;

export async function recordView(tx: Tx, buyer_id: number, product_id: number): Promise<void> {
  await tx('recent_views')
    .insert({ buyer_id, product_id, viewed_at: tx.fn.now() as never })
    .onConflict(['buyer_id', 'product_id'])
    .merge(['viewed_at']);
  const beyond = tx('recent_views')
    .where({ buyer_id })
    .orderBy([
      { column: 'viewed_at', order: 'desc' },
      { column: 'product_id', order: 'desc' },
    ])
    .offset(MAX_RECENT_VIEWS)
    .select('product_id');
  await tx('recent_views').where({ buyer_id }).whereIn('product_id', beyond).delete();
}

export async function clearViews(tx: Tx, buyer_id: number): Promise<undefined> {
  await tx('recent_views').where({ buyer_id }).delete();
  return undefined;
}
