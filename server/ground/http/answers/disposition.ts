/** RFC 6266: an ASCII name for old clients, then the full name. */
export const disposition = (how: 'inline' | 'attachment', name: string): string =>
  `${how}; filename="${name.replace(/[^ !#-[\]-~]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
