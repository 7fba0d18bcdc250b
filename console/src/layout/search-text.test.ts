import { expect, it } from 'vitest';
import { searchedText } from './search-text.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each([
  [' östra ', 'östra'],
  [traceId.toUpperCase(), traceId],
  [`{ "traceId": "${traceId}", "message": "supplierNumber is required" }`, traceId],
  [`level=30 traceparent=00-${traceId}-00f067aa0ba902b7-01 done`, traceId],
  ['{"id":"019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88","message":"created"}', '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88'],
  ['{"supplierNumber":"1042","externalReferenceId":"scan-1","articles":[]}', 'scan-1'],
  ['{"broken', '{"broken'],
  ['{"other":1}', '{"other":1}'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('%j is searched as %j', (typed, text) => expect(searchedText(typed)).toBe(text));
