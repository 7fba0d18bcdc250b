import { expect, it, onTestFinished } from 'vitest';
import { checkScanner } from './scanner.ts';
import { readScannerAddress } from '../ground/files/address.ts';
import { openClamd, type ClamdBehaviour } from '../testing/clamd.ts';

const fileLimit = 1024 * 1024;

async function examine(conduct: ClamdBehaviour) {
  const clamd = await openClamd();
  onTestFinished(() => clamd.close());
  clamd.conduct = conduct;
  return { clamd, checks: await checkScanner({ scanner: readScannerAddress(clamd.url), fileLimit }) };
}

it('a scanner that takes the largest file is well', async () => {
  const { clamd, checks } = await examine('honest');
  expect(checks).toEqual([
    {
      name: 'scanner',
      status: 'ok',
      message: expect.stringMatching(
        /^The virus scanner at 127\.0\.0\.1:\d+ answers: ClamAV 1\.4\.3.*takes files of 1 MiB\.$/,
      ),
    },
  ]);
  expect(clamd.files.at(-1)).toHaveLength(fileLimit);
});

it('a scanner that refuses the largest file fails, with the keys to change', async () => {
  const { checks } = await examine('size');
  expect(checks).toMatchObject([
    {
      status: 'fail',
      message: expect.stringMatching(/does not scan a file of 1 MiB: it (replied "INSTREAM size|closed)/),
      advice: expect.stringContaining(`StreamMaxLength, MaxFileSize and MaxScanSize in clamd.conf to at least`),
    },
  ]);
});

it('a scanner that is away fails', async () => {
  const { url, close } = await openClamd();
  await close();
  expect(await checkScanner({ scanner: readScannerAddress(url), fileLimit })).toMatchObject([
    { status: 'fail', message: expect.stringContaining('cannot be used: connect ECONNREFUSED') },
  ]);
});

it('without a scanner there is no check', async () => {
  expect(await checkScanner({ scanner: undefined, fileLimit })).toEqual([]);
});
