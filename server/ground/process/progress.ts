export type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

const width = 30;
/** Redrawing more often would flicker. */
const redrawIntervalMs = 100;

export function barOf(done: number, total: number, more: string): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.floor(share * width);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}] ${percent} %  ${countsOf(done, total)}, ${more}`;
}

/** A line of text replaces the bar if the output is no terminal. */
const lineIntervalMs = 10_000;

export interface Progress {
  show(done: number, more: string): void;
  end(): void;
}

export const progressOf = (output: Terminal, total: number): Progress =>
  output.isTTY ? progressOn(output, total) : linesOn(output, total);

export interface Bars {
  show(words: string, done: number, total: number): void;
  end(): void;
}

/** One bar after the other, each with its own words. */
export function createBars(output: Terminal): Bars {
  let current: { words: string; bar: Progress } | undefined;
  const end = () => {
    current?.bar.end();
    current = undefined;
  };
  return {
    show: (words, done, total) => {
      if (current?.words !== words) {
        end();
        current = { words, bar: progressOf(output, total) };
      }
      current.bar.show(done, words);
    },
    end,
  };
}

function linesOn(output: Terminal, total: number): Progress {
  let last = Date.now();
  return {
    show: (done, more) => {
      if (Date.now() - last < lineIntervalMs) return;
      last = Date.now();
      output.write(`${countsOf(done, total)}, ${more}\n`);
    },
    end: () => undefined,
  };
}

const countsOf = (done: number, total: number) => `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;

export function progressOn(terminal: Terminal, total: number): Progress {
  let last = 0;
  return {
    show: (done: number, more: string) => {
      const now = Date.now();
      if (now - last < redrawIntervalMs) return;
      last = now;
      terminal.write(`\r\u001B[K${barOf(done, total, more)}`);
    },
    end: () => {
      terminal.write('\r\u001B[K');
    },
  };
}
