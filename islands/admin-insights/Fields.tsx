import { useDates } from '../ui/dates';
import { RawData } from './RawData';
import { fieldLabel, formatField, groupFields } from './record-fields';

/** Every plain field of a record except those listed in `except`, then the record as it was received. */
export function Fields({ record, except }: { record: object; except: readonly string[] }) {
  const dates = useDates();
  return (
    <div className="stack">
      <div className="record-fields">
        {groupFields(record, except).map(({ title, fields }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl className="facts">
              {fields.map(([field, value]) => (
                <div key={field}>
                  <dt>{fieldLabel(field)}</dt>
                  <dd>{formatField(field, value, dates)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <RawData value={record} />
    </div>
  );
}
