/** The part of it that is used here; it brings no types. */
declare module 'utif2' {
  /** The tags of one picture by their numbers. */
  export interface Directory {
    /** What kind of picture, width, height, where its strips are and how long, dots across and downwards, and tiles as strips. */
    t254?: number[];
    t256?: number[];
    t257?: number[];
    t273?: number[];
    t279?: number[];
    t282?: number[];
    t283?: number[];
    t324?: number[];
    t325?: number[];
    data?: Uint8Array;
  }
  export function decode(bytes: ArrayBuffer): Directory[];
  export function decodeImage(bytes: ArrayBuffer, directory: Directory): void;
  export function toRGBA8(directory: Directory): Uint8Array;
}
