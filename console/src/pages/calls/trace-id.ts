/** Finds a trace id in any text: alone, in a traceparent, a log line or a whole answer. */
export const traceIdIn = (text: string): string | undefined =>
  /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/i.exec(text)?.[0].toLowerCase();
