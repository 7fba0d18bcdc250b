export interface Undoable {
  /** Resolves to true once nothing is left to undo: it is undone, or refused for good. False if it can be tried again. */
  undo: () => Promise<boolean>;
}

const maxKept = 10;

/** The last ten decisions. */
export function createUndoStack<Entry extends Undoable>() {
  let entries: Entry[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  return {
    push: (entry: Entry): void => {
      entries = [...entries, entry].slice(-maxKept);
    },
    /** Undoes one decision, by default the newest, after those that are being undone. Resolves to the next one. */
    undo: (chosen?: Entry): Promise<Entry | undefined> => {
      const undone = turn.then(async () => {
        const entry = chosen ?? entries.at(-1);
        if (entry === undefined || !entries.includes(entry) || !(await entry.undo())) return undefined;
        entries = entries.filter((other) => other !== entry);
        return entries.at(-1);
      });
      turn = undone.catch(() => undefined);
      return undone;
    },
  };
}
