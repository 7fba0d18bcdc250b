/** 32 digits alone, or inside a traceparent, a log line or a whole answer. */
export const traceIdIn = (text: string): string | undefined =>
  /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/i.exec(text)?.[0].toLowerCase();
