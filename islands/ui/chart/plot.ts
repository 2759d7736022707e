import type UPlot from 'uplot';
import { type Buckets, monthName, shortDay } from './buckets';

const HEIGHT = 208;
const BAR_SHARE = 0.72;
const MAX_BAR_PX = 28;
const MONTH_S = 28 * 86_400;
const STEP_S = { day: 86_400, week: 604_800 } as const;

/** Steps of the vertical axis: whole numbers only. */
const STEPS = Array.from({ length: 16 }, (_none, power) => [1, 2, 5].map((one) => one * 10 ** power)).flat();

export interface Drawing {
  buckets: Buckets;
  /** Text of a value on the vertical axis. */
  axisText: (value: number) => string;
  /** The top of the axis while all values are 0. */
  emptyTop: number;
  onPoint: (index: number | null) => void;
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** uPlot reads `navigator.language` while it loads and throws on names like `en-US@posix`. */
async function loadPlot(): Promise<typeof UPlot> {
  if (isLanguageTag(navigator.language)) return (await import('uplot')).default;
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  try {
    return (await import('uplot')).default;
  } finally {
    Reflect.deleteProperty(navigator, 'language');
  }
}

/** Draws bars in the colors of the page's scheme and returns a cleanup function. Throws if it can't. */
export async function draw(element: HTMLElement, drawing: Drawing) {
  const Plot = await loadPlot();
  // uPlot draws in a later microtask, whose errors cannot be caught here.
  if (!document.createElement('canvas').getContext('2d')) throw new Error('This browser has no canvas');
  const { x, series } = drawing.buckets;
  const values = [[...x], ...series.map((one) => [...one.values])] as UPlot.AlignedData;
  const make = () => new Plot(plotOptions(element, drawing, Plot), values, element);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  let plot = make();
  const redraw = () => {
    plot.destroy();
    plot = make();
  };
  const fit = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  fit.observe(element);
  scheme.addEventListener('change', redraw);
  return () => {
    fit.disconnect();
    scheme.removeEventListener('change', redraw);
    plot.destroy();
  };
}

function plotOptions(element: HTMLElement, drawing: Drawing, Plot: typeof UPlot): UPlot.Options {
  const { buckets, axisText, emptyTop, onPoint } = drawing;
  const half = STEP_S[buckets.unit] / 2;
  const axis = {
    stroke: resolvedColor(element, 'var(--ink-3)'),
    grid: { stroke: resolvedColor(element, 'var(--line)'), width: 1 },
    ticks: { show: false },
    font: '12px Figtree, sans-serif',
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: {
      x: { range: (_plot, first, last) => [first - half, last + half] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? Math.max(1, most * 1.08) : emptyTop] },
    },
    axes: [
      { ...axis, size: 28, space: 56, grid: { show: false }, values: (_plot, splits) => dayTexts(splits) },
      { ...axis, size: 52, incrs: STEPS, values: (_plot, splits) => splits.map(axisText) },
    ],
    series: [{}, ...barSeries(element, buckets, Plot)],
  };
}

const dayTexts = (splits: readonly number[]) =>
  splits.map((splits[1] ?? 0) - (splits[0] ?? 0) >= MONTH_S ? monthName : shortDay);

/** The first of several series is the whole that the others are part of: it is drawn pale behind them. */
function barSeries(element: HTMLElement, { series }: Buckets, Plot: typeof UPlot): UPlot.Series[] {
  const paths = Plot.paths.bars?.({ size: [BAR_SHARE, MAX_BAR_PX], radius: 0.15 });
  return series.map(({ label, tone = 'accent' }, index) => {
    const isWhole = index === 0 && series.length > 1;
    const color = isWhole ? `color-mix(in srgb, var(--${tone}) 60%, var(--surface))` : `var(--${tone})`;
    const fill = resolvedColor(element, color);
    return { label, fill, stroke: fill, width: 0, points: { show: false }, ...(paths && { paths }) };
  });
}

function resolvedColor(element: HTMLElement, value: string): string {
  const probe = document.createElement('i');
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
