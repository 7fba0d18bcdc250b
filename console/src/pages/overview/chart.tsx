import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFormat } from '../../format.ts';
import styles from './chart.module.css';
import { scaleTo, type DayCounts } from './pivot.ts';

const colours = ['indigo-5', 'teal-5', 'yellow-6', 'grape-5', 'cyan-6', 'red-5', 'lime-6', 'gray-5'];
const colourOf = (at: number) => `var(--mantine-color-${colours[at % colours.length]})`;

interface Props {
  label: string;
  days: DayCounts[];
  partners: string[];
  nameOf: (partner: string) => string;
  open?: (day: string) => void;
}

/**
 * A bar for each day, stacked by partner. It is one tab stop; the arrow keys go from day to day and show its counts.
 */
export function Chart({ label, days, partners, nameOf, open }: Props) {
  const format = useFormat();
  const [at, setAt] = useState<number>();
  const ticks = scaleTo(Math.max(...days.map(({ total }) => total)));
  const top = ticks.at(-1) ?? 1;
  const shown = at === undefined ? undefined : days[at];
  const move = (event: KeyboardEvent) => {
    const next = { ArrowLeft: (at ?? days.length) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: days.length - 1 };
    const to = next[event.key as keyof typeof next];
    if (to !== undefined) {
      event.preventDefault();
      setAt(Math.min(Math.max(to, 0), days.length - 1));
    } else if (event.key === 'Enter' && shown !== undefined && shown.total > 0) open?.(shown.day);
  };
  return (
    <>
      <div className={styles.chart}>
        <div className={styles.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(100 * tick) / top}%` }}>
              {format.number(tick)}
            </span>
          ))}
        </div>
        <div
          className={styles.days}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={(at ?? days.length - 1) + 1}
          aria-valuetext={textOf(days[at ?? days.length - 1], partners, nameOf, format.number)}
          onKeyDown={move}
          onFocus={(event) => event.target.matches(':focus-visible') && setAt((before) => before ?? days.length - 1)}
          onBlur={() => setAt(undefined)}
          onPointerLeave={() => setAt(undefined)}
        >
          {ticks.map((tick) => (
            <i key={tick} className={styles.line} style={{ bottom: `${(100 * tick) / top}%` }} />
          ))}
          {days.map(({ day, counts, total }, index) => (
            <div
              key={day}
              className={styles.day}
              data-day={day}
              data-shown={index === at || undefined}
              data-opens={(open !== undefined && total > 0) || undefined}
              onPointerEnter={() => setAt(index)}
              onClick={() => total > 0 && open?.(day)}
            >
              {partners.map((partner, nth) =>
                counts[partner] === undefined ? null : (
                  <b
                    key={partner}
                    data-bar
                    style={{ height: `${(100 * counts[partner]) / top}%`, background: colourOf(nth) }}
                  />
                ),
              )}
            </div>
          ))}
          {shown !== undefined && at !== undefined && (
            <Tip title={shown.day} share={(at + 0.5) / days.length}>
              {partners
                .filter((partner) => shown.counts[partner] !== undefined)
                .map((partner) => (
                  <LegendEntry key={partner} colour={colourOf(partners.indexOf(partner))}>
                    {nameOf(partner)} <strong>{format.number(shown.counts[partner] ?? 0)}</strong>
                  </LegendEntry>
                ))}
              {partners.length !== 1 && <strong>{format.number(shown.total)}</strong>}
            </Tip>
          )}
        </div>
      </div>
      <div className={styles.dates} aria-hidden="true">
        {[days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)].map((one, nth) => (
          <span key={nth}>{one?.day}</span>
        ))}
      </div>
      {partners.length > 1 && (
        <div className={styles.legend} aria-hidden="true">
          {partners.map((partner, nth) => (
            <LegendEntry key={partner} colour={colourOf(nth)}>
              {nameOf(partner)}
            </LegendEntry>
          ))}
        </div>
      )}
    </>
  );
}

function textOf(
  day: DayCounts | undefined,
  partners: string[],
  nameOf: (partner: string) => string,
  number: (value: number) => string,
): string {
  if (day === undefined) return '';
  const parts = partners.filter((partner) => day.counts[partner] !== undefined);
  return [
    `${day.day}: ${number(day.total)}`,
    ...parts.map((one) => `${nameOf(one)} ${number(day.counts[one] ?? 0)}`),
  ].join(', ');
}

const Tip = ({ title, share, children }: { title: string; share: number; children: ReactNode }) => (
  <div
    className={styles.tip}
    aria-hidden="true"
    style={share > 0.5 ? { right: `${100 - 100 * share + 2}%` } : { left: `${100 * share + 2}%` }}
  >
    <span>{title}</span>
    {children}
  </div>
);

const LegendEntry = ({ colour, children }: { colour: string; children: ReactNode }) => (
  <span className={styles.part}>
    <i style={{ background: colour }} />
    {children}
  </span>
);
