export type Resource = 'purchase_order' | 'user' | 'offer';
/** Shows another record in the panel; its Back button returns to this one. */
export type Open = (resource: Resource, id: number) => void;

interface Props {
  label: string;
  name: string;
  email: string | null;
  id: number | null;
  onOpen: Open;
}

function Party({ label, name, email, id, onOpen }: Props) {
  return (
    <div className="record-party">
      <dt>{label}</dt>
      <dd>
        <b>{name}</b>
        {id === null ? (
          <span className="muted">{email ?? 'No account'}</span>
        ) : (
          <button type="button" className="button link" onClick={() => onOpen('user', id)}>
            {email}
          </button>
        )}
      </dd>
    </div>
  );
}

interface PartiesProps {
  record: {
    buyer_name: string;
    seller_name: string;
    buyer_user_email: string | null;
    seller_user_email: string | null;
    buyer_user_id: number | null;
    seller_user_id: number | null;
  };
  onOpen: Open;
}

/** The fields that `Parties` shows. */
export const PARTY_FIELDS = [
  'buyer_name',
  'seller_name',
  'buyer_user_email',
  'seller_user_email',
  'buyer_user_id',
  'seller_user_id',
];

export const Parties = ({ record, onOpen }: PartiesProps) => (
  <dl className="record-parties">
    <Party
      label="Buyer"
      name={record.buyer_name}
      email={record.buyer_user_email}
      id={record.buyer_user_id}
      onOpen={onOpen}
    />
    <Party
      label="Seller"
      name={record.seller_name}
      email={record.seller_user_email}
      id={record.seller_user_id}
      onOpen={onOpen}
    />
  </dl>
);
