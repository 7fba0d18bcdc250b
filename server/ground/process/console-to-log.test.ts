import pino from 'pino';
import { expect, it } from 'vitest';
import { consoleToLog } from './console-to-log.ts';

it('what is written to the console goes into the log until the console is given back', () => {
  const logged: string[] = [];
  const before = [console.error, console.trace];
  const giveBack = consoleToLog(pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }));
  console.trace(new Error('gone'));
  console.error('%s times', 3);
  giveBack();
  expect(logged.map((line) => JSON.parse(line).said)).toEqual([expect.stringContaining('Error: gone'), '3 times']);
  expect([console.error, console.trace]).toEqual(before);
});
