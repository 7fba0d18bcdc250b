import type { FastifyRequest } from 'fastify';
import { mayDo, type Permission } from './permissions.ts';

/** Whether the operator may do this in the company of the path: for answers that say beforehand what is possible. */
export const mayHere = ({ operator, company }: Pick<FastifyRequest, 'operator' | 'company'>, permission: Permission): boolean =>
  (operator.administrator && mayDo('administrator', permission)) || operator.companies.some(({ id, role }) => id === company && mayDo(role, permission));
