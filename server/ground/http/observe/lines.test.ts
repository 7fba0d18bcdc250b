import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lines } from './log.ts';

it('a line that comes during a slow write is written without waiting for a further line', async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'doorway-log-'));
  const file = join(folder, 'log');
  const fd = fs.openSync(file, 'w');
  const write = fs.write;
  let finishWrite: () => void = () => undefined;
  const writes = vi.spyOn(fs, 'write').mockImplementationOnce((...args: Parameters<typeof write>) => {
    finishWrite = () => write(...args);
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    writes.mockRestore();
    fs.closeSync(fd);
    fs.rmSync(folder, { recursive: true });
  });

  const log = lines(fd);
  log.write('one\n');
  vi.runAllTimers();
  log.write('two\n');
  vi.runAllTimers();
  expect(writes).toHaveBeenCalledTimes(1);
  finishWrite();
  await vi.waitFor(() => {
    vi.runAllTimers();
    expect(fs.readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  }, 60_000);
});
