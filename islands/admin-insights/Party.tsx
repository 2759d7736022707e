export type Resource = 'purchase_order' | 'user' | 'offer';
/** Shows another record in the dialog; its Back button returns to this one. */
export type Open = (resource: Resource, id: number) => void;

interface Props {
  label: string;
  email: string | null;
  id: number | null;
  onOpen: Open;
}

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
