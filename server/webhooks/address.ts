import { problemAt } from '../../common/errors/catalogue.ts';
import { partnerEventTypes, type PartnerEventType } from '../../common/events.ts';
import type { Config } from '../config.ts';
import { invalidBody } from '../errors/errors.ts';
import { judgeUrl, resolveOutside } from '../ground/http/outside/outside.ts';

/**
 * Normalizes the URL, or throws a 400. Each connection checks it again, because the host name may resolve to another
 * address by then.
 */
export async function checkedUrl(config: Config, text: string): Promise<string> {
  const { webhooksAllowPrivate: allowPrivate, webhooksAllowHttp: allowHttp } = config;
  const url = judgeUrl(text.trim(), { allowPrivate, allowHttp });
  const problem = typeof url === 'string' ? url : await resolveOutside(url.hostname, { allowPrivate });
  if (typeof problem === 'string') throw invalidBody([problemAt('url', 'url.wrong', { why: problem })]);
  return (url as URL).href;
}

/**
 * Throws a 400 for types that are none of the `known` ones. A partner's types are always stored by name, so that it does
 * not receive types added later.
 */
export function checkedPartnerTypes(
  types: readonly string[],
  known: readonly PartnerEventType[] = partnerEventTypes,
): string[] {
  const names: readonly string[] = known;
  const problems = types.flatMap((type, at) =>
    names.includes(type) ? [] : [problemAt(`types[${at}]`, 'type.partner')],
  );
  if (problems.length > 0) throw invalidBody(problems);
  return types.length === 0 ? [...names] : [...types];
}
