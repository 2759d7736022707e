import { useId } from 'react';

interface ProgressProps {
  label: string;
  /** 0 to 100; null if unknown. */
  value: number | null;
  note?: string | undefined;
}

export function Progress({ label, value, note }: ProgressProps) {
  const labelId = useId();
  return (
    <div className="progress">
      <div className="row between">
        <span id={labelId}>{label}</span>
        <span>{note ?? (value === null ? '' : `${Math.floor(value)}%`)}</span>
      </div>
      <progress aria-labelledby={labelId} max={100} {...(value === null ? {} : { value })} />
    </div>
  );
}

interface MeterProps {
  /** Of what. */
  label: string;
  value: number;
  max: number;
}

/** A share as a bar. */
export const Meter = ({ label, value, max }: MeterProps) => (
  <meter className="meter" min={0} max={max} value={value} aria-label={label} />
);
