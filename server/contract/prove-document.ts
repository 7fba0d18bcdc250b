import { afterAll, beforeAll, it } from 'vitest';
import { openStage, type Stage } from './play.ts';
import {
  expectNone,
  judgeMutants,
  judgeValid,
  playMutants,
  playOtherMethods,
  playStrangers,
  playValid,
} from './properties.ts';

/** Defines the tests that hold for every document. Returns the stage on which requests are played. */
export function proveDocument(path: string, runs: number): () => Stage {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(path, runs);
  });
  afterAll(() => stage.close());

  it('the compiled schemas let every request pass that the document allows', async () => {
    expectNone(await judgeValid(stage));
  });

  it('the compiled schemas refuse a value that the document refuses, or the service does', async () => {
    expectNone(await judgeMutants(stage));
  });

  it('a request that the document allows is answered as the document says, and refused only by a rule that a schema cannot say', async () => {
    expectNone(await playValid(stage));
  });

  it('a request with one thing wrong in it is refused as the document says', async () => {
    expectNone(await playMutants(stage));
  });

  it('an unknown caller is answered 401 by every operation', async () => {
    expectNone(await playStrangers(stage));
  });

  it('a method that a path lacks is a 405 that names those it has', async () => {
    expectNone(await playOtherMethods(stage));
  });

  return () => stage;
}
