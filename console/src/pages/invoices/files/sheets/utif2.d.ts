/** The part of utif2 that is used here; the package has no types. */
declare module 'utif2' {
  export interface Directory {
    /** Kind of picture; bit 0 is set for thumbnails. */
    t254?: number[];
    /** Width and height in pixels. */
    t256?: number[];
    t257?: number[];
    /** Offsets and lengths of strips. */
    t273?: number[];
    t279?: number[];
    /** Horizontal and vertical resolution. */
    t282?: number[];
    t283?: number[];
    /** Offsets and lengths of tiles. */
    t324?: number[];
    t325?: number[];
    data?: Uint8Array;
  }
  export function decode(bytes: ArrayBuffer): Directory[];
  export function decodeImage(bytes: ArrayBuffer, directory: Directory): void;
  export function toRGBA8(directory: Directory): Uint8Array;
}
