import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const probeBytes = 64 * 1024;

export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(probeBytes));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
