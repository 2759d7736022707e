import { useEffect, useRef } from 'react';
import { IMAGE_TYPES } from '../../../server/uploads/rules';
import { Icon } from '../../ui/icon';

interface Props {
  name: string;
  describedBy: string | undefined;
  onFiles: (files: readonly File[]) => void;
}

/** Opens the choice of files; takes also what was chosen before hydration. */
export function AddTile({ name, describedBy, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const files = [...(input.current?.files ?? [])];
    if (input.current) input.current.value = '';
    if (files.length > 0) onFiles(files);
  };
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => latest.current(), []);
  return (
    <li>
      <label className="photo-add">
        <input
          ref={input}
          id="add-photos"
          name={name}
          type="file"
          multiple
          accept={IMAGE_TYPES}
          aria-describedby={describedBy}
          className="visually-hidden"
          onChange={take}
        />
        <Icon name="plus" />
        <span>Add photos</span>
      </label>
    </li>
  );
}
