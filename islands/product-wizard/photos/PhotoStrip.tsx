import { type DragEvent, type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { isBlockedPhoto, isPhotoAddress, photoFields } from '../../../server/products/rules';
import { IconButton } from '../../ui/button';
import { AddTile } from './AddTile';
import { addressesIn, closeGaps, keysOf, movePhoto, removePhoto } from './order';
import { PhotoTile } from './PhotoTile';
import { isAddress, PhotoUrls } from './PhotoUrls';
import { type PhotoField, usePhotos } from './use-photos';
import { useTileDrag } from './use-tile-drag';

interface Props {
  /** The five fields. */
  fields: readonly PhotoField[];
  onUploading: (isOn: boolean) => void;
  /** The focus left the photos. */
  onLeave?: () => void;
}

/** The photos as one strip of tiles: the first is the cover. Takes files, drops and pasted pictures or URLs. */
export function PhotoStrip({ fields, onUploading, onLeave }: Props) {
  const photos = usePhotos({ fields, onUploading });
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState('');
  const id = useId();
  const strip = useRef<HTMLUListElement>(null);
  const values = fields.map(({ value }) => value);
  const given = fields.filter(({ value }) => value !== '');
  const keys = keysOf(given.map(({ value }) => value));
  const count = given.length + photos.pending.length;
  const focusAfterRemoval = useFocusAfterRemoval(strip, count);

  function move(from: number, to: number) {
    photos.change(movePhoto(values, from, to));
    setSaid(`Photo moved to place ${to + 1} of ${given.length}${to === 0 ? ', the cover' : ''}.`);
  }
  function remove(index: number, number: number) {
    focusAfterRemoval(index);
    photos.change(removePhoto(values, index));
    setSaid(`Photo ${number} removed.`);
  }
  const drag = useTileDrag(move);

  const take = ({ files, text }: Transferred) => {
    const addresses = addressesIn(text);
    if (files.length > 0) photos.addFiles(files);
    else if (addresses.length > 0) photos.addAddresses(addresses);
    else return false;
    return true;
  };
  usePaste(take);

  function onDrop(event: DragEvent) {
    if (take(transferred(event.dataTransfer))) event.preventDefault();
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onLeave?.();
  }

  const problems = [...photos.faults, ...problemsOf(fields, lost)];
  return (
    <fieldset
      className="fieldset photos"
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onBlur={onBlur}
    >
      <legend>Photos</legend>
      <p className="hint">
        Add at least one, up to five: choose, drop or paste images or their URLs. The first is the cover that
        lists show. Under 35 MB, 400 × 400 pixels or larger.
      </p>
      <ul ref={strip} className="photo-strip">
        {given.map(({ value, error }, index) => (
          <PhotoTile
            key={keys[index]}
            index={index}
            count={given.length}
            picture={photos.previewOf(value) ?? pictureOf(value)}
            isWrong={Boolean(error) || lost.has(value)}
            drag={drag}
            keysHintId={`${id}-keys`}
            onMove={move}
            onRemove={() => remove(index, index + 1)}
            onLost={() => setLost((before) => new Set(before).add(value))}
          />
        ))}
        {photos.pending.map((photo, index) => (
          <li key={photo.preview} className="photo" aria-busy="true">
            <span className="photo-tile">
              <img src={photo.preview} alt={`Uploading ${photo.file.name}`} />
              <span className="spinner" aria-hidden="true" />
            </span>
            <IconButton
              icon="close"
              label={`Remove photo ${given.length + index + 1}`}
              size="small"
              className="photo-remove"
              onClick={() => {
                focusAfterRemoval(given.length + index);
                photos.cancel(photo);
              }}
            />
          </li>
        ))}
        {count < photoFields.length && (
          <AddTile
            name={`photo_${count + 1}_file`}
            describedBy={problems.length > 0 ? `${id}-problems` : undefined}
            onFiles={photos.addFiles}
          />
        )}
      </ul>
      <p id={`${id}-keys`} className="visually-hidden">
        Arrow keys move the photo, Delete removes it.
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div id={`${id}-problems`} className="photo-problems" aria-live="polite">
        {problems.map((problem) => (
          <p key={problem} className="error">
            {problem}
          </p>
        ))}
      </div>
      <PhotoUrls fields={fields} onLeave={() => photos.change(closeGaps(values))} />
    </fieldset>
  );
}

/** Stored pictures and addresses that may be shown. */
const pictureOf = (value: string) =>
  value.startsWith('/') || (isPhotoAddress(value) && !isBlockedPhoto(value)) ? value : null;

/** What is wrong with a photo that no URL field shows. */
function problemsOf(fields: readonly PhotoField[], lost: ReadonlySet<string>): string[] {
  return fields.flatMap(({ value, error }, index) => {
    if (error) return isAddress(value) ? [] : [value ? `Photo ${index + 1}: ${error}` : error];
    if (!lost.has(value)) return [];
    return [
      `Photo ${index + 1}: ${
        value.startsWith('uploads/')
          ? "This file isn't a readable image. Choose another."
          : 'No image loads from this URL. Check it or upload a file.'
      }`,
    ];
  });
}

interface Transferred {
  files: readonly File[];
  text: string;
}

const transferred = (data: DataTransfer): Transferred => ({
  files: [...data.files],
  text: data.getData('text/uri-list') || data.getData('text/plain'),
});

/** Takes what is pasted anywhere but into a field. */
function usePaste(take: (pasted: Transferred) => boolean) {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const isField =
        event.target instanceof Element &&
        event.target.closest('input:not([type="file"]), textarea, trix-editor, dialog');
      if (isField || !event.clipboardData) return;
      if (latest.current(transferred(event.clipboardData))) event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

/** Focuses the tile that takes the place of the removed one, or the one that adds. */
function useFocusAfterRemoval(strip: { current: HTMLElement | null }, count: number) {
  const place = useRef<number>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the number of tiles changes
  useEffect(() => {
    if (place.current === null) return;
    const tiles = strip.current?.querySelectorAll<HTMLElement>('button.photo-tile, input[type="file"]');
    tiles?.[Math.min(place.current, tiles.length - 1)]?.focus();
    place.current = null;
  }, [count, strip]);
  return (removed: number) => {
    place.current = removed;
  };
}
