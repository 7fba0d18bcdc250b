import { readConfig } from '../config.ts';
import { createLogger } from '../ground/http/observe/log.ts';
import { openGround, type StartContext } from '../lifecycle.ts';

/**
 * Opens what `serve` and `worker` open first, and closes it again. Returns why it could not be opened; undefined if it
 * could. machines.test.ts proves that a process exits with the error's code and prints its message.
 */
export async function groundFailure(env: Record<string, string>): Promise<unknown> {
  const opened: StartContext['opened'] = [];
  const log = createLogger('silent', { write: () => undefined });
  try {
    await openGround({ config: readConfig(env), log, signal: new AbortController().signal, opened });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    for (const close of opened.reverse()) await close();
  }
}
