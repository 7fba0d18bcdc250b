/** A bucket, and the beginning of every key in it: '' or a path that ends with a slash. */
export interface BucketAddress {
  bucket: string;
  prefix: string;
}

/** Reads s3://bucket or s3://bucket/some/prefix. */
export function readBucketAddress(text: string): BucketAddress | undefined {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9!_.*'()-]+)*)\/?$/.exec(text);
  if (match === null) return undefined;
  const [, bucket = '', path = ''] = match;
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
}

/** The address of a virus scanner. */
export type ScannerAddress = { host: string; port: number } | { path: string };

/** Reads tcp://host:3310 or unix:/run/clamav/clamd.ctl. */
export function readScannerAddress(text: string): ScannerAddress | undefined {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url?.protocol !== 'tcp:' ||
    url.hostname === '' ||
    !['', '/'].includes(url.pathname) ||
    url.search + url.hash !== ''
  )
    return undefined;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? 3310 : Number(url.port) };
}
