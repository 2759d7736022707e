export interface Step {
  label: string;
  state: 'done' | 'current' | 'todo' | 'failed';
  note?: string | undefined;
}

const STATE_TEXT = { done: 'completed', current: 'current', todo: 'upcoming', failed: 'failed' } as const;

export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <div className="steps-frame">
      <ol className="steps" aria-label={label}>
        {steps.map((step) => (
          <li
            key={step.label}
            className={step.state}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span className="step-label">{step.label}</span>
            <span className="visually-hidden"> ({STATE_TEXT[step.state]})</span>
            {step.note && <span className="step-note">{step.note}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
