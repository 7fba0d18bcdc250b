import type { ArrivalStep } from './arrival.ts';

const headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** Answers are data, never pages: no browser may run, frame, sniff or keep them. The docs page loosens its own policy. */
export const setSecurityHeaders: ArrivalStep = (_request, reply) => {
  reply.headers(headers);
  return undefined;
};
