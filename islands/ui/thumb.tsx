import { clsx } from 'clsx';
import {
  type ImgHTMLAttributes,
  type ReactNode,
  type RefCallback,
  useCallback,
  useRef,
  useState,
} from 'react';
import { Icon } from './icon';

interface PhotoProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  src: string | null | undefined;
  /** The class of the frame around the placeholder, where the picture has no frame of its own. */
  frame?: string | undefined;
  onLost?: (() => void) | undefined;
  /** Stands for a missing picture; an icon by default. */
  children?: ReactNode;
}

/** A picture, or a placeholder if there is none or it does not load. */
export function Photo({ src, frame, onLost, children = <Icon name="image" />, ...rest }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const lose = useRef(() => {});
  lose.current = () => {
    setFailed(src ?? null);
    onLost?.();
  };
  // A picture that failed before hydration has sent its event already.
  const check: RefCallback<HTMLImageElement> = useCallback(
    (image) => {
      if (image?.complete && image.naturalWidth === 0 && src) lose.current();
    },
    [src],
  );
  if (src && src !== failed)
    return (
      // biome-ignore lint/a11y/useAltText: every caller gives alt
      <img {...rest} ref={check} src={src} referrerPolicy="no-referrer" onError={() => lose.current()} />
    );
  return frame === undefined ? children : <span className={frame}>{children}</span>;
}

interface ThumbProps {
  src: string | null | undefined;
  /** Empty if the name is next to the picture. */
  alt?: string | undefined;
  size?: 32 | 40 | 48 | 56 | 64 | 96 | undefined;
  onLost?: (() => void) | undefined;
}

/** Has a fixed size, so that nothing moves when the picture loads. */
export function Thumb({ src, alt = '', size = 56, onLost }: ThumbProps) {
  const name = clsx('thumb', size >= 90 && 'large', size < 48 && 'small');
  return (
    <Photo
      className={name}
      frame={name}
      src={src}
      onLost={onLost}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}
