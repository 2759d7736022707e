const icon = (file: string, size: number, purpose = 'any') => ({
  src: `/brand/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export const manifestOf = (brand: string) => ({
  name: brand,
  short_name: brand,
  start_url: '/',
  display: 'standalone',
  background_color: '#faf8f4',
  theme_color: '#2346d4',
  icons: [icon('icon-192', 192), icon('icon-512', 512), icon('icon-maskable-512', 512, 'maskable')],
});
