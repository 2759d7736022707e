import { photoFields } from '../../../server/products/rules';

/** The values of the photo fields in their order; '' is an empty field. */
export type PhotoValues = readonly string[];

/** Fills every field: photos without gaps first, then ''. */
const toFields = (photos: readonly string[]): PhotoValues =>
  photoFields.map((_field, index) => photos[index] ?? '');

const photosIn = (values: PhotoValues) => values.filter(Boolean);

export const closeGaps = (values: PhotoValues) => toFields(photosIn(values));

/** Adds behind the last photo what there is room for. */
export const addPhotos = (values: PhotoValues, added: readonly string[]) =>
  toFields([...photosIn(values), ...added]);

export const removePhoto = (values: PhotoValues, photo: number) =>
  toFields(photosIn(values).filter((_value, index) => index !== photo));

/** Puts the photo where the other one is; those between move up by one. */
export const movePhoto = (values: PhotoValues, from: number, to: number) => {
  const photos = photosIn(values);
  return toFields(photos.toSpliced(from, 1).toSpliced(to, 0, ...photos.slice(from, from + 1)));
};

/** The addresses in a text of nothing else. */
export function addressesIn(text: string): string[] {
  const words = text.trim().split(/\s+/);
  return words.every((word) => /^https?:\/\/./i.test(word)) ? words : [];
}

/** Tells the photos apart while they move; the same address may stand in two fields. */
export const keysOf = (photos: readonly string[]): string[] =>
  photos.map(
    (value, index) => `${value} ${photos.slice(0, index).filter((other) => other === value).length}`,
  );
