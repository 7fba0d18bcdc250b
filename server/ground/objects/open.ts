import { openDiskObjects } from './disk.ts';
import type { Place } from './place.ts';
import type { ObjectStore } from './store.ts';

/** The library of S3 is loaded only if it is used. Nothing is made or sent yet: the store may be away. */
export async function openObjectStore(place: Place, endpoint: string | undefined): Promise<ObjectStore> {
  if ('folder' in place) return openDiskObjects(place.folder);
  const { openS3Objects } = await import('./s3.ts');
  return openS3Objects(place, endpoint);
}
