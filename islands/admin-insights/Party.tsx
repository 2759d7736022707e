export type Resource = 'purchase_order' | 'user' | 'offer';
/** Shows another record's detail in place of this one; Back leads here again. */
export type Open = (resource: Resource, id: number) => void;

interface Props {
  label: string;
  email: string | null;
  id: number | null;
  onOpen: Open;
}

/** Who it is, and the way to them. */
export function Party({ label, email, id, onOpen }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {id === null ? (
          (email ?? '—')
        ) : (
          <button type="button" className="button link" onClick={() => onOpen('user', id)}>
            {email}
          </button>
        )}
      </dd>
    </div>
  );
}
