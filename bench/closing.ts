/** Things to end in reverse order, whatever happens. */
export interface Closing {
  add(close: () => Promise<unknown>): void;
  all(): Promise<void>;
}

export function createClosing(): Closing {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (close) => void closers.push(close),
    async all() {
      for (let close = closers.pop(); close !== undefined; close = closers.pop())
        await close().catch((error: unknown) => console.error(error));
    },
  };
}
