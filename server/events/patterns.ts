import { Invalid } from '../http/errors';
import { isEventPattern, unknownEventType } from './rules';

/** Throws 422 `unknown_event`. */
export function requireEventPatterns(patterns: readonly string[]): readonly string[] {
  const unknown = patterns.find((pattern) => !isEventPattern(pattern));
  if (unknown === undefined) return patterns;
  const text = unknownEventType(unknown);
  throw Invalid(text, { types: [text] }, { code: 'unknown_event' });
}

/** Throws 422 `unknown_event`. */
export const patternsOf = (types: string | undefined): readonly string[] =>
  requireEventPatterns(
    (types ?? '')
      .split(',')
      .map((type) => type.trim())
      .filter((type) => type !== ''),
  );
