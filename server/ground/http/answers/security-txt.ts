import type { FastifyInstance } from 'fastify';

/** RFC 9116 recommends less than a year. The file is made anew for each request, so it never expires while served. */
const validMs = 180 * 24 * 60 * 60 * 1000;
const path = '/.well-known/security.txt';

/** Serves the address for reports of vulnerabilities, as RFC 9116 defines it; always at the root of the host. */
export function securityTxt(app: FastifyInstance, contact: string, publicUrl: string | undefined): void {
  app.get(path, { schema: { hide: true }, config: { operation: 'securityTxt', public: true } }, async (_, reply) => {
    const expires = new Date(Date.now() + validMs).toISOString().replace(/\.\d+Z$/, 'Z');
    const canonical = publicUrl === undefined ? [] : [`Canonical: ${new URL(path, publicUrl).href}`];
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, ...canonical, 'Preferred-Languages: en, sv', ''];
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'));
  });
}
