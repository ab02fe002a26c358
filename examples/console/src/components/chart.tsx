import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

/** One line of a chart. */
interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** The shape of the series. Bars suit counts of separate days. Default: a line. */
  readonly kind?: 'line' | 'bars' | 'steps';
  /** Draws a dashed line, so that the line of another series stays visible. Default: false. */
  readonly isDashed?: boolean;
}

interface ChartProps {
  readonly title: string;
  /** Times in ISO 8601, sorted from the oldest to the newest. */
  readonly times: readonly string[];
  readonly series: readonly Series[];
  /** Formats a value, such as `12 ms`. */
  readonly format: (value: number) => string;
}

const HEIGHT = 220;
const DAY_S = 86_400;

const spanOf = (times: readonly string[]): number => (Date.parse(times.at(-1) ?? '') - Date.parse(times[0] ?? '')) / 1000;

const colour = (element: HTMLElement, name: string): string => getComputedStyle(element).getPropertyValue(name).trim();

const pathsOf = ({ kind }: Series): Pick<uPlot.Series, 'paths'> => {
  const { bars, stepped } = uPlot.paths;
  if (kind === 'bars' && bars) return { paths: bars({ size: [0.7, 40] }) };
  if (kind === 'steps' && stepped) return { paths: stepped({ align: 1 }) };
  return {};
};

const optionsOf = (element: HTMLElement, { times, series, format }: ChartProps): uPlot.Options => {
  // Half of the first bar and half of the last bar are outside the range of times.
  const hasBars = series.some(({ kind }) => kind === 'bars');
  const margin = hasBars ? Math.max(DAY_S / 2, spanOf(times) / times.length / 2) : 0;
  const axis = { stroke: colour(element, '--quiet'), grid: { stroke: colour(element, '--line'), width: 1 }, ticks: { show: false } };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    cursor: { drag: { x: true, y: false } },
    scales: {
      x: { range: (_, min, max) => [min - margin, max + margin] },
      y: { range: (_, min, max) => [Math.min(0, min), max > 0 ? max * 1.08 : 1] },
    },
    axes: [axis, { ...axis, size: 70, values: (_, values) => values.map(format) }],
    series: [
      { label: 'Time', value: '{YYYY}-{MM}-{DD} {HH}:{mm}' },
      ...series.map((each, index): uPlot.Series => {
        const stroke = colour(element, `--series-${index + 1}`);
        return {
          label: each.label,
          stroke,
          width: each.kind === 'bars' ? 0 : 2,
          ...(each.kind === 'bars' && { fill: stroke }),
          ...(each.isDashed && { dash: [5, 7] }),
          points: { show: each.values.length < 40 && each.kind === undefined, fill: colour(element, '--card') },
          spanGaps: true,
          ...pathsOf(each),
          // uPlot passes null if the chart has no cursor, although its types omit null.
          value: (_, value: number | null) => (value === null ? '--' : format(value)),
        };
      }),
    ],
  };
};

/** Draws values over time. A table contains the latest numbers for people who cannot see the canvas. */
export const Chart = (props: ChartProps) => {
  const { title, times, series, format } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const data = [times.map((time) => Date.parse(time) / 1000), ...series.map(({ values }) => [...values])] as uPlot.AlignedData;
    const draw = (): uPlot => new uPlot(optionsOf(element, props), data, element);
    let plot = draw();
    const redraw = (): void => {
      plot.destroy();
      plot = draw();
    };
    const size = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    size.observe(element);
    // The canvas uses the colours of the theme.
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      size.disconnect();
      theme.disconnect();
      plot.destroy();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the chart is drawn again when its data changes
  }, [times, series]);
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div ref={place} aria-hidden="true" />
      <Numbers title={title} times={times} series={series} format={format} />
    </figure>
  );
};

const ROWS = 60;

const Numbers = ({ title, times, series, format }: ChartProps) => (
  <details>
    <summary>Numbers: {title}</summary>
    <div className="scroll" tabIndex={0} role="region" aria-label={`Numbers of ${title}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times
            .map((time, index) => (
              <tr key={time}>
                <th scope="row">{time.slice(0, 16).replace('T', ' ')}</th>
                {series.map(({ label, values }) => (
                  <td key={label}>{format(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))
            .slice(-ROWS)}
        </tbody>
      </table>
    </div>
  </details>
);
