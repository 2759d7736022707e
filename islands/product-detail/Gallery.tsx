import { clsx } from 'clsx';
import { type TouchEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { Modal } from '../ui/modal';
import { Photo } from '../ui/thumb';

interface GalleryProps {
  images: readonly string[];
  name: string;
}

const SWIPE_PX = 40;

/** Pictures with thumbnails, arrows, swiping and a full-screen view. */
export function Gallery({ images, name }: GalleryProps) {
  const [at, setAt] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const [isNatural, setNatural] = useState(false);
  const count = images.length;
  const current = images[Math.min(at, count - 1)];
  const show = (index: number) => {
    setAt(index);
    setNatural(false);
  };
  const step = (by: 1 | -1) => show((Math.min(at, count - 1) + by + count) % count);
  const swipe = useSwipe(step);
  useArrowKeys(zoomed, step);

  if (current === undefined) {
    return (
      <div className="gallery">
        <div className="gallery-main">
          <Icon name="image" />
        </div>
      </div>
    );
  }
  const alt = count === 1 ? name : `${name}, image ${at + 1} of ${count}`;
  const arrows = count > 1 && <Arrows step={step} />;
  const thumbnails = count > 1 && <Thumbnails images={images} at={at} onSelect={show} />;
  const counter = count > 1 && (
    <span className="gallery-count" aria-hidden="true">
      {at + 1} / {count}
    </span>
  );
  return (
    <div className="gallery">
      <div className="gallery-main" {...swipe}>
        <button
          type="button"
          className="gallery-open"
          aria-label={`Enlarge: ${alt}`}
          onClick={() => {
            setNatural(false);
            setZoomed(true);
          }}
        >
          <Picture src={current} alt={alt} />
        </button>
        {arrows}
        {counter}
      </div>
      {thumbnails}
      <Modal title={name} size="full" className="zoom" open={zoomed} onClose={() => setZoomed(false)}>
        <div
          className={clsx('zoom-stage gallery-main', isNatural && 'natural')}
          {...(isNatural ? {} : swipe)}
        >
          <button type="button" className="gallery-open" onClick={() => setNatural(!isNatural)}>
            <Picture src={current} alt={alt} />
            <span className="zoom-size">{isNatural ? 'Fit to Screen' : 'Actual Size'}</span>
          </button>
          {!isNatural && arrows}
        </div>
        {thumbnails}
      </Modal>
    </div>
  );
}

const Picture = ({ src, alt }: { src: string; alt: string }) => (
  <Photo src={src} alt={alt} width={1200} height={1200} fetchPriority="high" decoding="async" />
);

const Arrows = ({ step }: { step: (by: 1 | -1) => void }) => (
  <>
    <IconButton
      className="gallery-arrow previous"
      icon="chevron-left"
      label="Previous image"
      onClick={() => step(-1)}
    />
    <IconButton
      className="gallery-arrow next"
      icon="chevron-right"
      label="Next image"
      onClick={() => step(1)}
    />
  </>
);

interface ThumbnailsProps {
  images: readonly string[];
  at: number;
  onSelect: (at: number) => void;
}

const Thumbnails = ({ images, at, onSelect }: ThumbnailsProps) => (
  <div className="gallery-thumbs">
    {images.map((image, index) => (
      <button
        key={image}
        type="button"
        aria-label={`Image ${index + 1} of ${images.length}`}
        aria-current={index === at ? 'true' : undefined}
        onClick={() => onSelect(index)}
      >
        <Photo src={smaller(image)} alt="" width={72} height={72} loading="lazy" />
      </button>
    ))}
  </div>
);

/** Uploaded pictures exist in two sizes. */
const smaller = (image: string) =>
  image.startsWith('/') ? image.replace(/-1200\.webp$/, '-400.webp') : image;

function useArrowKeys(active: boolean, step: (by: 1 | -1) => void) {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    if (!active) return;
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowRight') latest.current(1);
      if (key === 'ArrowLeft') latest.current(-1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active]);
}

function useSwipe(step: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!from.current || !touch) return;
      const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y];
      from.current = null;
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y)) step(x < 0 ? 1 : -1);
    },
  };
}
