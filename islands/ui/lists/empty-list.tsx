import { Empty } from '../empty';
import type { IconName } from '../icon';

interface EmptyListProps {
  icon: IconName;
  /** Plural, lower case. */
  noun: string;
  isFiltered: boolean;
}

/** The placeholder of a staff list without rows: nothing yet, or nothing that matches. */
export const EmptyList = ({ icon, noun, isFiltered }: EmptyListProps) => (
  <Empty icon={icon} title={isFiltered ? `No ${noun} match your search.` : `No ${noun} yet`}>
    {isFiltered ? 'Try another search or filter.' : `New ${noun} appear here.`}
  </Empty>
);
