/** A text that takes so large a part of the memory is not worth those it would displace. */
const MOST_PART = 1 / 16;

/** Texts made lately, by what they were made from; those not asked for longest go first. */
export function remembered(mostCharacters: number) {
  const texts = new Map<string, string>();
  let characters = 0;

  function forget(source: string, text: string) {
    texts.delete(source);
    characters -= source.length + text.length;
  }

  function keep(source: string, text: string) {
    if (source.length + text.length > mostCharacters * MOST_PART) return;
    texts.set(source, text);
    characters += source.length + text.length;
    for (const [oldest, old] of texts) {
      if (characters <= mostCharacters) return;
      forget(oldest, old);
    }
  }

  return (source: string, make: () => string): string => {
    const before = texts.get(source);
    if (before !== undefined) forget(source, before);
    const text = before ?? make();
    keep(source, text);
    return text;
  };
}
