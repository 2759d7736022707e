import sharp from 'sharp';

const HEIGHT = 1400;
const GAP = 16;

/** Joins screenshots side by side, each cut to a readable height. */
export async function sheet(pictures, file) {
  const scaled = await Promise.all(
    pictures.map(async (picture) => {
      const { width = 1, height = 1 } = await sharp(picture).metadata();
      const shown = Math.round(width > 1000 ? width * 0.5 : width > 600 ? width * 0.55 : width * 0.75);
      const tall = Math.min(HEIGHT, Math.round((height * shown) / width));
      const input = await sharp(picture)
        .resize({ width: shown })
        .extract({ left: 0, top: 0, width: shown, height: tall })
        .png()
        .toBuffer();
      return { input, shown, tall };
    }),
  );
  let left = GAP;
  const placed = scaled.map(({ input, shown }) => {
    const at = left;
    left += shown + GAP;
    return { input, left: at, top: GAP };
  });
  const height = Math.max(...scaled.map(({ tall }) => tall)) + 2 * GAP;
  await sharp({ create: { width: left, height, channels: 3, background: '#8a8a8a' } })
    .composite(placed)
    .webp({ quality: 82 })
    .toFile(file);
}
