import { resolve } from 'node:path';
import { readBucketAddress, type BucketAddress } from '../files/address.ts';

/** A folder, or a bucket and the beginning of its keys, in which named bytes are stored. */
export type Destination = { folder: string } | BucketAddress;

/** Reads s3://bucket/prefix or a folder. An address of another kind is undefined. */
export function readDestination(text: string): Destination | undefined {
  if (text.startsWith('s3:')) return readBucketAddress(text);
  return /^[a-z][a-z0-9+.-]+:/i.test(text) ? undefined : { folder: resolve(text) };
}

/** The folder, or an address such as s3://bucket/prefix. */
export const nameOfDestination = (destination: Destination): string =>
  'folder' in destination ? destination.folder : `s3://${destination.bucket}/${destination.prefix}`.replace(/\/$/, '');
