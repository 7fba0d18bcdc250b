import type { FastifyContextConfig } from 'fastify';
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
 * Answers are data, never pages: no browser may run, frame, sniff or cache them. The docs page loosens its own policy.
 * A browser never calls a route that needs a token on its own, so those answers have no headers for browsers.
 */
export const setSecurityHeaders =
  (needsToken: (route: FastifyContextConfig) => boolean): ArrivalStep =>
  (request, reply) => {
    reply.headers(needsToken(request.call.route) ? ofAnyAnswer : forBrowsers);
    return undefined;
  };
