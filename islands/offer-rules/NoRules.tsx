import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';

/** Limits that a new rule's form starts with. */
export interface RuleStart {
  readonly accept_at?: number;
  readonly counter_at?: number;
  readonly decline_below?: number;
}

interface Example {
  readonly name: string;
  readonly text: string;
  readonly start: RuleStart;
}

const EXAMPLES: readonly Example[] = [
  {
    name: 'Accept good offers',
    text: 'Offers at 90% of asking or more become orders. You answer the rest.',
    start: { accept_at: 90 },
  },
  {
    name: 'Accept or counter',
    text: 'At 90% or more, accept. Counter everything else at 95%.',
    start: { accept_at: 90, counter_at: 95 },
  },
  {
    name: 'Answer everything',
    text: 'Accept at 90% or more, reject below 50%, counter what lies between at 95%.',
    start: { accept_at: 90, counter_at: 95, decline_below: 50 },
  },
];

interface Props {
  add: ReactNode;
  onStart: (start: RuleStart) => void;
}

/** Three rules to begin with. Nothing is saved before the form is. */
export const NoRules = ({ add, onStart }: Props) => (
  <div className="stack loose">
    <Empty icon="tag" title="No rules" action={add}>
      You answer every offer yourself.
    </Empty>
    <section className="rule-examples" aria-labelledby="rule-examples">
      <h2 id="rule-examples">Rules to start with</h2>
      <ul>
        {EXAMPLES.map(({ name, text, start }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p className="muted">{text}</p>
            <Button size="small" aria-label={`Use Rule: ${name}`} onClick={() => onStart(start)}>
              Use Rule
            </Button>
          </li>
        ))}
      </ul>
      <p className="muted small">
        You can change each rule before you save it. Answers come after a few minutes, like those of a person,
        and stop at a daily limit.
      </p>
    </section>
  </div>
);
