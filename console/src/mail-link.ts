let key: string | undefined;

/** The key of the link by which this window acts, in place of a session. */
export const mailLinkKey = (): string | undefined => key;

/** Takes the key from an address of the page of links, and forgets it elsewhere. True if another caller acts now. */
export function actByLink({ pathname, hash }: { pathname: string; hash: string }): boolean {
  const before = key;
  key = pathname.endsWith('/decide') && hash !== '' ? hash.replace(/^#/, '') : undefined;
  return key !== before;
}

/** Elements such as <img> cannot send the key, so their files are read into the page. */
export const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
