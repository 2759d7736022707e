import { listAddresses } from '../../server/addresses/contract';
import { showProduct } from '../../server/products/contract';
import { stepNames } from '../../server/products/form-contract';
import type { ProductWizardProps } from '../../server/products/manage/dashboard-contract';
import { missingSteps } from '../../server/products/missing-contract';
import { showSeller } from '../../server/sellers/contract';
import { showDashboard } from '../../server/sellers/dashboard-contract';
import { call } from '../browser/api';
import { pathParts } from '../live/LoadProps';

/** What the wizard's page gives its island, read off the address: a new product where it names none. */
export async function loadWizard(): Promise<ProductWizardProps> {
  const [, page, id, named] = pathParts();
  const isEdit = page === 'edit_product' && /^\d+$/.test(id ?? '');
  const [{ frame, fee_bps }, product] = await Promise.all([
    call(showDashboard, {}),
    isEdit ? call(showProduct, { id: Number(id) }) : null,
  ]);
  const addresses = frame ? (await call(listAddresses, {})).addresses : [];
  const seller = frame ?? (product && (await call(showSeller, { id: product.seller_id })));
  const step = product ? (stepNames.find((name) => name === named) ?? missingSteps(product)[0]) : undefined;
  return {
    frame,
    profile_complete: seller?.profile_complete ?? false,
    fee_bps,
    product,
    locations: addresses.map(({ id, company, city, region, default: isDefault }) => ({
      id,
      name: `${company}, ${city}, ${region}`,
      default: isDefault,
    })),
    step: step ?? 'identifiers',
  };
}
