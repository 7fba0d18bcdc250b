/** Part of a company's files, in the order of their SHA-256. */
export interface FileRange {
  after: Buffer;
  /** Included; undefined for all that follow. */
  to?: Buffer | undefined;
}

export const allFiles: FileRange = { after: Buffer.alloc(0) };

const dayMs = 24 * 60 * 60 * 1000;
/** Within the shortest month. */
export const nightsPerRound = 28;

export interface RoundPosition {
  roundBeganAt: Date;
  /** Null at the end of the round. */
  position: Buffer | null;
}

export interface NightShare extends FileRange {
  roundBeganAt: Date;
}

/**
 * The files that a night reads. SHA-256 is spread evenly, so the share is a part of its range, and needs no count of
 * files. It follows from the time since the round began: a night catches up with those that were missed.
 */
export function shareOf(last: RoundPosition | undefined, now: Date): NightShare {
  if (last === undefined || last.position === null) return { roundBeganAt: now, ...allFiles, to: pointAt(1) };
  const nights = Math.round((now.getTime() - last.roundBeganAt.getTime()) / dayMs) + 1;
  return { roundBeganAt: last.roundBeganAt, after: last.position, to: pointAt(nights) };
}

/** The point that a round has reached after some nights; undefined for the end. */
function pointAt(nights: number): Buffer | undefined {
  if (nights >= nightsPerRound) return undefined;
  const point = Buffer.alloc(6);
  point.writeUIntBE(Math.floor((Math.max(0, nights) / nightsPerRound) * 2 ** 48), 0, 6);
  return point;
}
