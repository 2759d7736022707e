import type { Knex } from 'knex';
import { inSteps } from '../give-way';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

/** What sheets and listings call a unit. */
const UNITS = {
  oz: 'oz ounce ounces',
  lb: 'lb lbs pound pounds',
  g: 'g gr gram grams gramme grammes',
  kg: 'kg kgs kilo kilos kilogram kilograms',
  ml: 'ml milliliter milliliters millilitre millilitres',
  l: 'l liter liters litre litres',
  qt: 'qt qts quart quarts',
  gal: 'gal gals gallon gallons',
  in: 'in inch inches',
  ft: 'ft foot feet',
  mm: 'mm millimeter millimeters millimetre millimetres',
  cm: 'cm centimeter centimeters centimetre centimetres',
  yd: 'yd yds yard yards',
  pk: 'pk pks pack packs pkg pkgs package packages',
  ct: 'ct cts count counts',
  pc: 'pc pcs piece pieces',
  dz: 'dz doz dozen dozens',
  pr: 'pr prs pair pairs',
};

/** Other words of one meaning, by the one that they are compared by. */
const WORDS = {
  jewelry: 'jewellery jewelery',
  cozy: 'cosy cosies',
  knife: 'knives',
  shelf: 'shelves',
  scarf: 'scarves',
  woman: 'women womens',
  man: 'men mens',
  child: 'children childrens childs',
};

/** Parts of words. A question mark would be a binding. */
const PARTS = {
  grey: 'gray',
  aluminium: 'aluminum',
  mould: 'mold',
  tyre: 'tire',
  pyjama: 'pajama',
  yoghurt: 'yogurt',
  doughnut: 'donut',
};

/** Few, because PostgreSQL keeps 32 patterns compiled. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['([a-z]{2})our', '\\1or'],
  ['([bct])re(s{0,1})$', '\\1er\\2'],
  ['is(e|ed|er|ers|es|ing|ation)$', 'iz\\1'],
  ['ogue(s{0,1})$', 'og\\1'],
  ['(trave|labe|mode|ename|marve|jewe|chane)ll', '\\1l'],
];

const casesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(
      ([name, others]) =>
        `when word in (${others.replace(/\w+/g, "'$&'").replaceAll(' ', ', ')}) then '${name}'`,
    )
    .join('\n        ');

const parts = Object.entries(PARTS).reduce(
  (body, [found, written]) => `replace(${body}, '${found}', '${written}')`,
  'word',
);

const american = ENDINGS.reduce(
  (body, [found, written]) => `regexp_replace(${body}, '${found}', '${written}')`,
  parts,
);

const NUMBERED = `^([0-9]+)(${Object.values(UNITS).join(' ').replaceAll(' ', '|')})$`;

// PL/pgSQL, which keeps the plan of an expression between calls.
const FUNCTIONS = [
  // Null for words that say nothing, such as "the" and "in".
  `create or replace function want_stem(word text) returns text language plpgsql immutable parallel safe as $$
   begin
     return case
        when word in ('in', 'inch', 'inches') then null
        ${casesOf(UNITS)}
        ${casesOf(WORDS)}
        when word ~ '[^a-z]' or length(word) > 30 then word
        else (ts_lexize('english_stem', ${american}))[1]
      end;
   end $$`,
  // By what listing_vocabulary is searched: "16ounces" is "16oz". Indexes are built with a search path of their own.
  `create or replace function want_key(word text) returns text language plpgsql immutable parallel safe as $$
   begin
     return case when word ~ '${NUMBERED}'
       then substring(word from '^[0-9]+') || coalesce(public.want_stem(substring(word from '[a-z]+$')), 'in')
       else coalesce(public.want_stem(word), word) end;
   end $$`,
  // What names of wants and listings are compared by: "16oz Mugs" is 16, oz and mug. Words that say nothing count alone.
  `create or replace function want_words(words text[]) returns text[] language sql immutable parallel safe as $$
     select case when cardinality(found) > 0 then found else words end
       from (select array(
         select distinct stem from unnest(words) word
          cross join lateral regexp_match(word, '${NUMBERED}') parts
          cross join lateral unnest(case when parts is null then array[want_stem(word)]
            else array[parts[1], want_stem(parts[2])] end) stem
          where stem is not null) as found) stems
   $$`,
];

/** Open lines are compared by their new words from then on. */
const REWRITE = `update wants set words = read.words,
    key_word = (select word from unnest(read.words) word order by length(word) desc, word limit 1)
  from (select id, want_words(words) as words from wants where words is not null) read
 where wants.id = read.id`;

export async function up(db: Knex) {
  await inSteps(db, [...FUNCTIONS, REWRITE]);
  // A build that was cut off leaves an invalid index behind.
  await db.raw('drop index concurrently if exists listing_vocabulary_by_key');
  await db.raw('create index concurrently listing_vocabulary_by_key on listing_vocabulary (want_key(word))');
}

export const down = (db: Knex) => db.raw('select 1');
