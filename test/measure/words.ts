import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles } from './source';

/** Names of the old vocabulary, each replaced by the field's own term (docs/rules.md#names). */
const REPLACED = new Set(
  `Ear everyEar gapParcel Parcel sendParcels PARCEL_BYTES BYE Census farewell Allowance Admission Roster Neighbours
  Reviser beginAnew Offerings Pulse watchPulse Breath breathOf breaths effectsEnded heldJobs PatientPool withPatience
  IN_VAIN signOff keepJson mountPoints everybody Stops Stopping sayGoodbye appoint mailResetLink decoy takeToken
  cellsTaken CELLS wantedTraits traitsOf IdSet Hits HitsMemory recallHits findHits TagMemory recallTagged
  matchesAmong lookAlong BLURRED Look cardsUnlessTouched keepLongest listUncounted comeAcross countArrivals lookerOf
  followGoods offersHolding Told MOVED_ON pricesHold keepOrDrop thereOrMade PAY_FIRST orderableOf FiredBy mailAt
  Standing standingOf giveBack NOBODY Judged leftImports knownProduct Mended endLostImports recognise generally
  strictly Asked frameOf liveHeader interlude followEvents overheard Overhearing typedEarly clickAgain useKeptFocus
  showHere useRemembered Remembered useTyped useNews AskedFacts PageTurner ConnectionSign World setStage setApp
  openShop Till ForeignStripe countRequests deliveredRoot developmentRoot`.split(/\s+/),
);

/** Words that leave open who acts, or that are not said in plain American English. */
const IDIOM =
  /\b(whoever|whomever|nobody|somebody|everybody|anew|mend(s|ed|ing)?|haggl(e|es|ed|ing)|in vain|farewell|lest|whence|in one breath|one's own|his|her|himself|herself|whatever else|wherever else)\b/i;
const CITATION = /\b(contract|spec)\s?(\d+\.\d+|\d,? section|section \d)/i;
const CAPACITY = /\b(?:const|let|readonly|static)\s+((?:MOST|LEAST)_[A-Z0-9_]+)\b/;
const DECLARED = /\b(?:const|let|var|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/g;
const SOURCE =
  /^(server|islands|db|test|bench|views|public\/stylesheets)\/.*\.(tsx?|mjs|cjs|mts|ejs|css)$|^[\w.]+\.mjs$/;
const COMMENT = /^\s*(\/\/|\/\*|\*|<%#|<!--)|\s\/\/ |\/\*/;
/** They name what they look for. */
const SELF = 'test/measure/';

export interface Vocabulary {
  readonly names: readonly string[];
  readonly capacities: readonly string[];
  readonly idioms: readonly string[];
  readonly citations: readonly string[];
}

/** Where the code breaks the rules for names and comments, as `path:line`. */
export function vocabulary(root: string): Vocabulary {
  const found = {
    names: [] as string[],
    capacities: [] as string[],
    idioms: [] as string[],
    citations: [] as string[],
  };
  for (const path of repositoryFiles(root, SOURCE)) {
    if (path.startsWith(SELF)) continue;
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .forEach((text, index) => {
        const at = `${path}:${index + 1}`;
        if (CITATION.test(text)) found.citations.push(at);
        if (CAPACITY.test(text)) found.capacities.push(at);
        if (COMMENT.test(text) && IDIOM.test(text.slice(Math.max(0, text.search(COMMENT)))))
          found.idioms.push(at);
        for (const [, name = ''] of text.matchAll(DECLARED))
          if (REPLACED.has(name)) found.names.push(`${at} ${name}`);
      });
  }
  return found;
}

const COMMENT_LINE = /^\s*(\/\/|\/\*|\*(\s|\/|$))/;

/** The share of comment lines among all that are not blank, in percent. */
export function commentShare(texts: readonly string[]): number {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  return (100 * lines.filter((line) => COMMENT_LINE.test(line)).length) / Math.max(1, lines.length);
}
