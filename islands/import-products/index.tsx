import type { PropsOf } from '../../server/contract/island';
import type { importProducts } from '../../server/imports/contract';
import { given } from '../browser/navigation';
import { Dashboard } from '../dashboard/Dashboard';
import { Start } from './Start';
import { type ImportFlow, useImport } from './use-import';
import { Workspace } from './Workspace';

const NOTHING = { previews: [], imports: [] };

/** Used when the element comes without props. */
const stepGiven = () => (given('import-products', 'step', -1)?.startsWith('upload') ? 'upload' : 'prepare');

/** A file that is resumed opens there at once; one that can't be read stays where it was chosen. */
const hasWorkspace = ({ stage, file, preview }: ImportFlow) =>
  stage === 'reading' ? file === null : stage !== 'choose' && !preview?.error;

export default function ImportProducts(props: PropsOf<typeof importProducts>) {
  const { frame, step = stepGiven(), recent = NOTHING, resume = null } = props;
  const flow = useImport(resume);
  const choose = (file: File | undefined) => void flow.choose(file);
  if (hasWorkspace(flow)) return <Workspace flow={flow} onFile={choose} />;
  const content = <Start step={step} flow={flow} recent={recent} onFile={choose} />;
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
