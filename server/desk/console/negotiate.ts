/** Whether Accept-Encoding names Brotli, and not with q=0. Browsers name it over HTTPS and on the local machine. */
export const acceptsBrotli = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => /^\s*br\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/.test(part));
