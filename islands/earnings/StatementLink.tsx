import { useId, useState } from 'react';
import { Button } from '../ui/button';

const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const labelOf = (month: string) => format.format(new Date(`${month}-01T00:00:00Z`));

/** One month, in UTC, as CSV. */
export function StatementLink({ months }: { months: string[] }) {
  const [chosen, setChosen] = useState('');
  const id = useId();
  const month = months.includes(chosen) ? chosen : months[0];
  if (!month) return null;
  return (
    <div className="statement">
      <label className="visually-hidden" htmlFor={id}>
        Statement month
      </label>
      <select id={id} className="select" value={month} onChange={(event) => setChosen(event.target.value)}>
        {months.map((one) => (
          <option key={one} value={one}>
            {labelOf(one)}
          </option>
        ))}
      </select>
      <Button icon="download" href={`/marketplace/statements/${month}.csv`}>
        Download Statement
      </Button>
    </div>
  );
}
