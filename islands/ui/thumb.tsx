import { classes } from './classes';
import { Icon } from './icon';

interface ThumbProps {
  src: string | null | undefined;
  /** Empty if the name is next to the picture. */
  alt?: string | undefined;
  size?: 40 | 48 | 56 | 64 | 96 | undefined;
}

/** Has a fixed size, so that nothing moves when the picture loads. */
export function Thumb({ src, alt = '', size = 56 }: ThumbProps) {
  const name = classes('thumb', size >= 90 && 'large', size < 48 && 'small');
  if (!src)
    return (
      <span className={name}>
        <Icon name="image" />
      </span>
    );
  return (
    <img
      className={name}
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  );
}
