import { describe, expect, it } from 'vitest';
import { createLogger, terminal } from './observe/log.ts';

const written = (log: (logger: ReturnType<typeof createLogger>) => void): string => {
  let text = '';
  log(createLogger('info', { write: (line) => void (text += line) }));
  return text;
};

describe('a log line', () => {
  it.each([
    ['a reason', (size: number) => ({ reason: 'x'.repeat(size) })],
    ['text beyond ASCII', (size: number) => ({ reason: 'å😀'.repeat(size / 3) })],
    ['control characters', (size: number) => ({ reason: '\u0001'.repeat(size) })],
    ['an error', (size: number) => ({ err: new Error('y'.repeat(size)) })],
    [
      'many fields',
      (size: number) =>
        Object.fromEntries(Array.from({ length: size / 100 }, (_, at) => [`field ${at}`, 'z'.repeat(100)])),
    ],
  ])('has at most 8 KiB, and stays one JSON object, with %s of any size', (_what, fields) => {
    for (const size of [3_000, 9_000, 200_000]) {
      const line = written((log) => log.info({ traceId: 'abc', ...fields(size) }, 'told'));
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8 * 1024);
      expect(line.endsWith('}\n')).toBe(true);
      expect(JSON.parse(line)).toMatchObject({ level: 'info', time: expect.any(String), traceId: 'abc' });
    }
  });

  it('that is short is written as it is', () => {
    expect(JSON.parse(written((log) => log.info({ reason: 'short' }, 'told')))).toMatchObject({
      reason: 'short',
      msg: 'told',
    });
  });

  it('shows control characters as escapes on a terminal, and only its own line ends', () => {
    let text = '';
    const log = createLogger('info', terminal({ write: (line: string) => (text += line) }));
    log.info({ status: 404, operation: 'none', durationMs: 1, reason: 'a\u001b[2J\u0007\r\nb\u202ec\u009b' });
    log.warn({ err: new Error('broken\u001b[31m') }, 'told\u001b]0;title\u0007');
    expect(text).toContain('a\\u001b[2J\\u0007\\u000d\\u000ab\\u202ec\\u009b');
    expect(text).toContain('told\\u001b]0;title\\u0007');
    expect(text).toContain('\n    at ');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
