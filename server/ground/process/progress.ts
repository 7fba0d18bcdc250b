export type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

const width = 30;
/** Redrawing more often would flicker. */
const redrawIntervalMs = 100;

export function barOf(done: number, total: number, more: string): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.floor(share * width);
  const percent = String(Math.floor(share * 100)).padStart(3);
  const counts = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}] ${percent} %  ${counts}, ${more}`;
}

export function progressOn(terminal: Terminal, total: number) {
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
