import { openDiskObjects } from './disk.ts';
import type { Destination } from './destination.ts';
import type { ObjectStore } from './store.ts';

/** The library of S3 is loaded only if it is used. Nothing is made or sent yet: the store may be away. */
export async function openObjectStore(destination: Destination, endpoint: string | undefined): Promise<ObjectStore> {
  if ('folder' in destination) return openDiskObjects(destination.folder);
  const { openS3Objects } = await import('./s3.ts');
  return openS3Objects(destination, endpoint);
}
