import type { CompanyActivity } from '../../server/accounts/company/contract';
import { Timeline } from '../ui/timeline';
import { activityText } from './wording';

export const Activity = ({ entries }: { entries: readonly CompanyActivity[] }) => (
  <section className="section">
    <div className="section-head">
      <h2>Activity</h2>
    </div>
    <Timeline
      label="Activity"
      entries={entries.map((entry, index) => ({
        id: entries.length - index,
        at: entry.at,
        title: activityText(entry),
      }))}
    />
  </section>
);
