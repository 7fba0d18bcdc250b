import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { emptyDataDir, type OnFinished, type Running } from './process.ts';

/** For services whose time-outs a test would otherwise wait for. Give them `env`. */
export interface OwnClock {
  env: Record<string, string>;
  /** Ends when all of them have moved their clocks on; their timers that are due fire before they do anything else. */
  moveOn(ms: number, ...services: Pick<Running, 'child' | 'output'>[]): Promise<void>;
}

const moves = (output: string) => output.split('the clock was moved on\n').length - 1;

export async function openClock(finished?: OnFinished): Promise<OwnClock> {
  const file = join(await emptyDataDir(finished), 'step-ms');
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('moved-clock.js', import.meta.url).href}`,
      CLOCK_FILE: file,
    },
    moveOn: async (ms, ...services) => {
      await writeFile(file, String(ms));
      for (const { child, output } of services) {
        const before = moves(output());
        child.kill('SIGUSR2');
        await expect.poll(() => moves(output())).toBe(before + 1);
      }
    },
  };
}
