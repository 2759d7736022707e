import type { ImportProductsProps } from '../../server/imports/contract';
import { Dashboard } from '../dashboard/Dashboard';
import { Prepare } from './Prepare';
import { Upload } from './Upload';

export default function ImportProducts({ frame, step = 'upload' }: Partial<ImportProductsProps>) {
  const content = step === 'prepare' ? <Prepare /> : <Upload />;
  if (!frame) return content;
  return (
    <Dashboard
      frame={frame}
      tab="import"
      title="Bulk Add Products"
      lede="Bring in thousands at once from a CSV file."
    >
      {content}
    </Dashboard>
  );
}
