import { formatValue, label } from './words';

/** Every plain field of a record except those listed in `except`. */
export function Fields({ record, except }: { record: object; except: readonly string[] }) {
  const fields = Object.entries(record).filter(
    ([field, value]) => !except.includes(field) && (typeof value !== 'object' || value === null),
  );
  return (
    <dl className="facts columns">
      {fields.map(([field, value]) => (
        <div key={field}>
          <dt>{label(field)}</dt>
          <dd>{formatValue(field, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
