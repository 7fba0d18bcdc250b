import { partnerEventTypes } from '../../../common/events.ts';
import type { Config } from '../../config.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { invalidBody } from '../../errors/errors.ts';
import { judgeUrl, resolveOutside } from '../../ground/http/outside/outside.ts';

/** The address as it will be called, or a 400. It is judged again with every connection, since a name may lead elsewhere by then. */
export async function checkedUrl(config: Config, text: string): Promise<string> {
  const { webhooksAllowPrivate: allowPrivate, webhooksAllowHttp: allowHttp } = config;
  const url = judgeUrl(text.trim(), { allowPrivate, allowHttp });
  const problem = typeof url === 'string' ? url : await resolveOutside(url.hostname, { allowPrivate });
  if (typeof problem === 'string') throw invalidBody([problemAt('url', 'url.wrong', { why: problem })]);
  return (url as URL).href;
}

/** The types that an endpoint is made for, or a 400. A partner's has them written down: it is not told of kinds that are added later. */
export function checkedTypes(types: readonly string[], partnerId: string | null): string[] {
  if (partnerId === null) return [...types];
  const known: readonly string[] = partnerEventTypes;
  const problems = types.flatMap((type, at) =>
    known.includes(type) ? [] : [problemAt(`types[${at}]`, 'type.partner')],
  );
  if (problems.length > 0) throw invalidBody(problems);
  return types.length === 0 ? [...known] : [...types];
}
