import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDataDir, runScript } from '../testing/process.ts';

const disk = JSON.stringify(new URL('../ground/files/disk.ts', import.meta.url).href);

it('a file of which the disk takes only the first part is refused, and leaves nothing', async () => {
  const dataDir = await emptyDataDir();
  const source = `
    const { openDiskStore } = await import(${disk});
    const store = await openDiskStore(process.argv[1]);
    const receive = (bytes) => store.receive([Buffer.alloc(bytes)], 4_000_000).then(({ size }) => size, ({ code }) => code);
    console.log(await receive(1_000), await receive(3_000_000));`;
  const { stdout, stderr } = await runScript(source, [dataDir], {}, { maxFileKibibytes: 1024 }).ended;
  expect({ stdout, stderr }).toEqual({ stdout: '1000 EFBIG\n', stderr: '' });
  expect(await readdir(join(dataDir, 'files', 'incoming'))).toHaveLength(1);
});
