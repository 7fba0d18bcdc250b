import type { BucketAddress } from './address.ts';
import { openDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

export interface StoreSettings {
  dataDir: string;
  filesBucket: BucketAddress | undefined;
  s3Endpoint: string | undefined;
}

/** The store that the configuration names. The library of S3 is loaded only if it is used. */
export async function openFileStore({ dataDir, filesBucket, s3Endpoint }: StoreSettings): Promise<FileStore> {
  if (filesBucket === undefined) return openDiskStore(dataDir);
  const { openS3Store } = await import('./s3/store.ts');
  return openS3Store(filesBucket, s3Endpoint);
}
