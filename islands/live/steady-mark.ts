import { useEffect, useState } from 'react';

const MARK_MS = 2_000;

export function useChangeMark(changedAt: number): boolean {
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    const remaining = changedAt + MARK_MS - performance.now();
    if (remaining <= 0) return;
    setMarked(true);
    const timer = setTimeout(() => setMarked(false), remaining);
    return () => clearTimeout(timer);
  }, [changedAt]);
  return isMarked;
}
