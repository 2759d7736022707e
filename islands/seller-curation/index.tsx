import { useEffect, useState } from 'react';
import type { PropsOf } from '../../server/contract/island';
import { STAFF_ROWS_PER_PAGE } from '../../server/contract/limits';
import { type CuratedSeller, listSellers, type sellerCuration } from '../../server/sellers/contract';
import { call } from '../browser/api';
import { ListToolbar } from '../lists/list-toolbar';
import { Button } from '../ui/button';
import { EmptyList } from '../ui/lists/empty-list';
import { ListCount } from '../ui/lists/list-count';
import { ListPage } from '../ui/lists/list-page';
import { useList } from '../ui/lists/use-list';
import { Table } from '../ui/table';
import { sellerColumns } from './columns';
import { Invite } from './Invite';
import { SellerEditor } from './SellerEditor';

const DEFAULTS = { page: 1, query: '' };
type SellerFilter = typeof DEFAULTS;

interface List {
  sellers: CuratedSeller[];
  total: number;
}

type Dialog = { kind: 'edit' | 'invite'; seller: CuratedSeller } | { kind: 'new' };

export default function SellerCuration({ list: first, chosen, ...given }: PropsOf<typeof sellerCuration>) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const source = useList<SellerFilter, List>({
    path: '/admin/sellers',
    usual: DEFAULTS,
    given,
    list: first,
    load: (filter) => call(listSellers, {}, undefined, { ...filter, per: STAFF_ROWS_PER_PAGE }),
  });
  // The server does not render dialogs.
  useEffect(() => {
    if (chosen) setDialog({ kind: 'edit', seller: chosen });
  }, [chosen]);
  const columns = sellerColumns({
    onEdit: (seller) => setDialog({ kind: 'edit', seller }),
    onInvite: (seller) => setDialog({ kind: 'invite', seller }),
  });
  return (
    <>
      <ListPage
        source={source}
        failure="The sellers could not be loaded."
        totalOf={({ total }) => total}
        tools={({ total }) => (
          <Tools
            query={source.asked.query}
            onSearch={(query) => source.ask({ query })}
            total={total}
            onNew={() => setDialog({ kind: 'new' })}
          />
        )}
      >
        {({ sellers }) => (
          <Table
            caption="Sellers"
            busy={source.busy}
            rows={sellers}
            rowKey={({ id }) => id}
            dense
            lines="wide"
            empty={<EmptyList icon="store" noun="sellers" isFiltered={source.asked.query !== ''} />}
            columns={columns}
          />
        )}
      </ListPage>
      {dialog && <SellerDialog dialog={dialog} onDialog={setDialog} onChange={() => void source.refetch()} />}
    </>
  );
}

interface ToolsProps {
  query: string;
  onSearch: (query: string) => void;
  total: number;
  onNew: () => void;
}

const Tools = ({ query, onSearch, total, onNew }: ToolsProps) => (
  <ListToolbar
    search={{ label: 'Search sellers', value: query, onSearch, placeholder: 'Name or email' }}
    onReset={() => onSearch('')}
    total={total}
  >
    <ListCount total={total} one="seller" many="sellers" />
    <Button tone="primary" icon="plus" onClick={onNew}>
      New Seller
    </Button>
  </ListToolbar>
);

interface DialogProps {
  dialog: Dialog;
  onDialog: (dialog: Dialog | null) => void;
  onChange: () => void;
}

function SellerDialog({ dialog, onDialog, onChange }: DialogProps) {
  const close = () => onDialog(null);
  if (dialog.kind === 'invite')
    return (
      <Invite
        seller={dialog.seller}
        onClose={close}
        onDone={() => {
          close();
          onChange();
        }}
      />
    );
  return (
    <SellerEditor
      key={dialog.kind === 'edit' ? dialog.seller.id : 'new'}
      seller={dialog.kind === 'edit' ? dialog.seller : null}
      onSaved={(seller) => {
        if (dialog.kind === 'new') onDialog({ kind: 'edit', seller });
        onChange();
      }}
      onClose={close}
    />
  );
}
