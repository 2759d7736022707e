import { classes } from './classes';

interface SkeletonProps {
  shape?: 'cards' | 'rows' | 'lines' | 'detail' | undefined;
  count?: number | undefined;
  label?: string | undefined;
}

/** Appears only after 200 ms, so that fast responses do not flicker. */
export function Skeleton({ shape = 'lines', count = 4, label = 'Loading' }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}…</span>
      <div aria-hidden="true">{shapes[shape](Array.from({ length: count }, (_, index) => index))}</div>
    </div>
  );
}

const Bone = ({ kind }: { kind: string }) => <div className={classes('bone', kind)} />;

const shapes = {
  cards: (places: number[]) => (
    <div className="product-grid-frame">
      <div className="product-grid">
        {places.map((place) => (
          <div key={place} className="stack tight">
            <Bone kind="photo" />
            <Bone kind="line" />
            <Bone kind="line short" />
          </div>
        ))}
      </div>
    </div>
  ),
  rows: (places: number[]) => (
    <div className="stack">
      {places.map((place) => (
        <div key={place} className="skeleton-row">
          <Bone kind="thumb" />
          <div className="stack tight">
            <Bone kind="line" />
            <Bone kind="line short" />
          </div>
        </div>
      ))}
    </div>
  ),
  lines: (places: number[]) => (
    <div className="stack tight">
      {places.map((place) => (
        <Bone key={place} kind={place % 3 === 2 ? 'line short' : 'line'} />
      ))}
    </div>
  ),
  detail: () => (
    <div className="product-detail">
      <Bone kind="photo" />
      <div className="stack">
        <Bone kind="title" />
        <Bone kind="line" />
        <Bone kind="line short" />
        <Bone kind="block" />
      </div>
    </div>
  ),
} satisfies Record<string, (places: number[]) => React.ReactNode>;
