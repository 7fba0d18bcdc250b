import type { TestProject } from 'vitest/node';
import { launchChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the Chromium that all test files share. */
    browser: string;
  }
}

/** One Chromium for the whole run: a launch takes longer than most tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await launchChromium();
  let isDone = false;
  server.on('close', () => {
    if (!isDone) console.error('Chromium has ended during the run. Every browser test from here on fails.');
  });
  project.provide('browser', server.wsEndpoint());
  return async () => {
    isDone = true;
    await server.close();
  };
}
