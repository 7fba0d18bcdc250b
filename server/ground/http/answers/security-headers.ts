import type { ArrivalStep } from '../arrival/arrival.ts';

const ofAnyAnswer = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

const forBrowsers = {
  ...ofAnyAnswer,
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Answers are data, never pages: no browser may run, frame, sniff or keep them. The docs page loosens its own policy. Partners'
 * operations need a token that no browser sends by itself, so their answers have no headers that only a browser reads.
 */
export const setSecurityHeaders: ArrivalStep = (request, reply) => {
  reply.headers(request.call.route.scope === undefined ? forBrowsers : ofAnyAnswer);
  return undefined;
};
