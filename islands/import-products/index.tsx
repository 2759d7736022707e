import type { PropsOf } from '../../server/contract/island';
import type { importProducts } from '../../server/imports/contract';
import { given } from '../browser/navigation';
import { Dashboard } from '../dashboard/Dashboard';
import { Prepare } from './Prepare';
import { Upload } from './Upload';

const NOTHING = { previews: [], imports: [] };

/** Used when the element comes without props. */
const stepGiven = () => (given('import-products', 'step', -1)?.startsWith('upload') ? 'upload' : 'prepare');

export default function ImportProducts(props: PropsOf<typeof importProducts>) {
  const { frame, step = stepGiven(), recent = NOTHING, resume = null } = props;
  const content =
    step === 'prepare' ? <Prepare recent={recent} /> : <Upload recent={recent} resume={resume} />;
  if (!frame) return content;
  return (
    <Dashboard
      frame={frame}
      tab="import"
      title="Bulk Add Products"
      lede="Upload many products from a CSV file."
    >
      {content}
    </Dashboard>
  );
}
