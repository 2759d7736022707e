import { useEffect, useRef, useState } from 'react';
import type { AlignedData, Options } from 'uplot';
import { cents, formatUnits, shortDollars } from '../../server/contract/money';
import { day } from './dates';

interface Series {
  label: string;
  values: readonly number[];
  tone?: 'accent' | 'green' | 'yellow' | 'red' | undefined;
}

interface ChartProps {
  title: string;
  /** Unix seconds, ascending. */
  x: readonly number[];
  series: readonly Series[];
  /** Dollars are passed as cents. */
  format?: 'count' | 'dollars' | undefined;
}

const HEIGHT = 224;

/** A line chart over days; the same values are in a table for screen readers. */
export function Chart({ title, x, series, format = 'count' }: ChartProps) {
  const plot = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const say = formats[format];

  useEffect(() => {
    const element = plot.current;
    if (!element || x.length === 0) return;
    let gone = false;
    let destroy = () => {};
    draw(element, { x, series, say: formats[format], onPoint: setAt }).then((end) => {
      if (gone) end();
      else destroy = end;
    });
    return () => {
      gone = true;
      destroy();
    };
  }, [x, series, format]);

  const valuesAt = (index: number) =>
    series.map(({ label, values }) => `${label} ${say(values[index] ?? 0)}`);
  return (
    <figure className="chart">
      <figcaption>
        {title}
        {series.length > 1 && <Legend series={series} />}
      </figcaption>
      <p className="chart-read" aria-hidden="true">
        {at === null ? 'Per day' : [dayOf(x[at] ?? 0), ...valuesAt(at)].join(' · ')}
      </p>
      <div className="chart-plot" ref={plot} aria-hidden="true" />
      <details>
        <summary>View as table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="chart-table" aria-label={`${title}, newest day first`} tabIndex={0}>
          <DayTable x={x} series={series} say={say} />
        </section>
      </details>
    </figure>
  );
}

const Legend = ({ series }: Pick<ChartProps, 'series'>) => (
  <ul className="chart-legend">
    {series.map(({ label, tone }) => (
      <li key={label} className={tone}>
        {label}
      </li>
    ))}
  </ul>
);

function DayTable({ x, series, say }: Pick<Drawing, 'x' | 'series' | 'say'>) {
  const days = x.map((seconds, index) => (
    <tr key={seconds}>
      <th scope="row">{dayOf(seconds)}</th>
      {series.map(({ label, values }) => (
        <td key={label} className="num">
          {say(values[index] ?? 0)}
        </td>
      ))}
    </tr>
  ));
  return (
    <table className="table dense">
      <thead>
        <tr>
          <th scope="col">Day</th>
          {series.map(({ label }) => (
            <th key={label} scope="col" className="num">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{days.toReversed()}</tbody>
    </table>
  );
}

const dayOf = (seconds: number) => day(new Date(seconds * 1000).toISOString());
const shortDay = (seconds: number) => dayOf(seconds).replace(/, \d+$/, '');

/** Steps of the vertical axis: whole numbers only. */
const STEPS = Array.from({ length: 16 }, (_none, power) => [1, 2, 5].map((one) => one * 10 ** power)).flat();

const formats = {
  count: (value: number) => formatUnits(Math.round(value)),
  dollars: (value: number) => shortDollars(cents(Math.max(0, Math.round(value)))),
};

interface Drawing {
  x: readonly number[];
  series: readonly Series[];
  say: (value: number) => string;
  onPoint: (at: number | null) => void;
}

/** Loads uPlot, draws in the colors of the page's scheme, and returns a cleanup function. */
async function draw(element: HTMLElement, drawing: Drawing) {
  const { default: UPlot } = await import('uplot');
  const values = [[...drawing.x], ...drawing.series.map((one) => [...one.values])] as AlignedData;
  const make = () => new UPlot(plotOptions(element, drawing, UPlot.tzDate), values, element);
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

type ToZone = (date: Date, zone: string) => Date;

function plotOptions(element: HTMLElement, { x, series, say, onPoint }: Drawing, toZone: ToZone): Options {
  const color = (name: string) => resolved(element, `var(--${name})`);
  const axis = {
    stroke: color('ink-3'),
    grid: { stroke: color('line'), width: 1 },
    ticks: { show: false },
    font: '12px Figtree, sans-serif',
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    tzDate: (seconds) => toZone(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.08)] } },
    axes: [
      { ...axis, size: 28, grid: { show: false }, values: (_plot, splits) => splits.map(shortDay) },
      { ...axis, size: 64, incrs: STEPS, values: (_plot, splits) => splits.map(say) },
    ],
    series: [
      {},
      ...series.map(({ label, tone = 'accent' }) => ({
        label,
        stroke: color(tone),
        width: 2,
        points: { show: x.length < 3 },
      })),
    ],
  };
}

function resolved(element: HTMLElement, value: string): string {
  const probe = document.createElement('i');
  probe.style.color = value;
  element.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}
