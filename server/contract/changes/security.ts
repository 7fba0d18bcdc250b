import { inside, namesOf, report, type Comparison, type ChangeLocation } from './changes.ts';

/** Schemes with the scopes that each needs. All of them are needed together. */
type Alternative = Record<string, readonly string[]>;

/** A caller that was let in must still be. The order of the alternatives does not matter. */
export function compareSecurity(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  const before: Alternative[] = released.security ?? comparison.before.security ?? [{}];
  const after: Alternative[] = current.security ?? comparison.after.security ?? [{}];
  const [olds, nows] = [before.length === 0 ? [{}] : before, after.length === 0 ? [{}] : after];
  for (const old of olds)
    if (!nows.some((now) => asksNoMore(now, old)))
      report(comparison, location, `can no longer be called with ${inWords(old)}`, true);
  for (const now of nows)
    if (!olds.some((old) => asksNoMore(old, now)))
      report(comparison, location, `can also be called with ${inWords(now)}`, false);
}

const asksNoMore = (now: Alternative, old: Alternative) =>
  Object.entries(now).every(
    ([scheme, scopes]) => scopes.every((scope) => old[scheme]?.includes(scope)) && scheme in old,
  );

function inWords(alternative: Alternative): string {
  const parts = Object.entries(alternative).map(([scheme, scopes]) => [scheme, ...scopes].join(' '));
  return parts.length === 0 ? 'no access token' : parts.join(' and ');
}

export function compareSchemes(comparison: Comparison): void {
  const [before, after] = [schemesOf(comparison.before), schemesOf(comparison.after)];
  for (const name of namesOf(before, after)) {
    const [old, now] = [before[name], after[name]];
    const location: ChangeLocation = { where: `security scheme ${name}`, direction: 'request', wasDeprecated: false };
    if (now === undefined) report(comparison, inside(location, location.where, old), 'was removed', true);
    else if (old === undefined) report(comparison, location, 'was added', false);
    else compareScheme(comparison, old, now, location);
  }
}

const schemesOf = (document: any): Record<string, any> => document.components?.securitySchemes ?? {};

function compareScheme(comparison: Comparison, old: any, now: any, location: ChangeLocation): void {
  for (const part of ['type', 'scheme', 'in', 'name'])
    if (old[part] !== now[part])
      report(comparison, location, `has the ${part} ${now[part]} instead of ${old[part]}`, true);
  for (const flow of namesOf(old.flows, now.flows)) {
    const [before, after] = [old.flows?.[flow], now.flows?.[flow]];
    if (after === undefined) report(comparison, location, `no longer has the flow ${flow}`, true);
    else if (before === undefined) report(comparison, location, `also has the flow ${flow}`, false);
    else {
      if (before.tokenUrl !== after.tokenUrl)
        report(comparison, location, `has its tokens at ${after.tokenUrl} instead of ${before.tokenUrl}`, true);
      for (const scope of namesOf(before.scopes, after.scopes))
        if (!(scope in (after.scopes ?? {}))) report(comparison, location, `no longer has the scope ${scope}`, true);
        else if (!(scope in (before.scopes ?? {}))) report(comparison, location, `also has the scope ${scope}`, false);
    }
  }
}
