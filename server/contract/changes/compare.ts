import {
  inside,
  namesOf,
  report,
  resolve,
  type Change,
  type Comparison,
  type Direction,
  type ChangeLocation,
} from './changes.ts';
import { compareSchemas } from './schemas.ts';
import { compareSchemes, compareSecurity } from './security.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Compares two OpenAPI documents. A change is breaking if a program that follows the released document can fail: what
 * it sends is no longer accepted, or what it reads is no longer there.
 */
export function changesBetween(released: any, current: any): Change[] {
  const comparison: Comparison = { before: released, after: current, changes: [], seen: new Set() };
  compareSchemes(comparison);
  for (const part of ['paths', 'webhooks']) {
    const [before, after] = [operationsIn(released, part), operationsIn(current, part)];
    for (const name of namesOf(before, after)) {
      const where = (before[name] ?? after[name])?.title ?? name;
      const location: ChangeLocation = { where, direction: 'request', wasDeprecated: false };
      compareOperations(comparison, before[name]?.operation, after[name]?.operation, location, part === 'webhooks');
    }
  }
  return comparison.changes;
}

interface ListedOperation {
  title: string;
  operation: any;
}

/** The names of path parameters are no part of the interface. */
function operationsIn(document: any, part: string): Record<string, ListedOperation> {
  const listed = Object.entries<any>(document[part] ?? {}).flatMap(([path, item]) => {
    const { parameters: shared = [], ...operations } = resolve(document, item);
    return methods
      .filter((method) => operations[method] !== undefined)
      .map((method) => {
        const title = part === 'webhooks' ? `webhook ${path}` : `${method.toUpperCase()} ${path}`;
        const operation = operations[method];
        const parameters = [...shared, ...(operation.parameters ?? [])];
        return [title.replaceAll(/\{\w+\}/g, '{}'), { title, operation: { ...operation, parameters } }] as const;
      });
  });
  return Object.fromEntries(listed);
}

function compareOperations(
  comparison: Comparison,
  released: any,
  current: any,
  location: ChangeLocation,
  isWebhook: boolean,
): void {
  const at = inside(location, location.where, released);
  if (current === undefined) return report(comparison, at, 'was removed', true);
  if (released === undefined) return report(comparison, at, 'was added', false);
  if (current.deprecated === true && released.deprecated !== true) report(comparison, at, 'is now deprecated', false);
  if (released.operationId !== current.operationId)
    report(comparison, at, `is called ${current.operationId} instead of ${released.operationId}`, true);
  // The service sends webhooks, so their bodies are what partners read.
  const sent: Direction = isWebhook ? 'answer' : 'request';
  if (!isWebhook) {
    compareParameters(comparison, released, current, at);
    compareSecurity(comparison, released, current, at);
    compareAnswers(comparison, released.responses, current.responses, at);
  }
  compareBodies(comparison, released.requestBody, current.requestBody, { ...at, direction: sent });
}

function compareParameters(comparison: Comparison, released: any, current: any, location: ChangeLocation): void {
  const [before, after] = [
    parametersOf(comparison.before, released.parameters),
    parametersOf(comparison.after, current.parameters),
  ];
  for (const name of namesOf(before, after)) {
    const [old, now] = [before[name], after[name]];
    const at = inside(location, `${location.where}, ${name}`, old);
    if (now === undefined) report(comparison, at, 'was removed', true);
    else if (old === undefined)
      report(comparison, at, now.required === true ? 'was added and is required' : 'was added', now.required === true);
    else {
      if (now.deprecated === true && old.deprecated !== true) report(comparison, at, 'is now deprecated', false);
      if ((old.required === true) !== (now.required === true))
        report(comparison, at, now.required === true ? 'is now required' : 'is now optional', now.required === true);
      compareSchemas(comparison, old.schema, now.schema, at);
    }
  }
}

/** By kind and name; path parameters by their position, and names of headers without their case. */
function parametersOf(document: any, parameters: any[] = []): Record<string, any> {
  const all = parameters.map((parameter) => resolve(document, parameter));
  return Object.fromEntries(
    all.map((parameter) => {
      if (parameter.in === 'path')
        return [`path parameter ${all.filter((one) => one.in === 'path').indexOf(parameter) + 1}`, parameter];
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
      return [`${parameter.in} parameter ${name}`, parameter];
    }),
  );
}

function compareBodies(comparison: Comparison, before: any, after: any, location: ChangeLocation): void {
  if (before === undefined && after === undefined) return;
  const [old, now] = [resolve(comparison.before, before), resolve(comparison.after, after)];
  const at = inside(location, `${location.where}, body`);
  if (now === undefined) return report(comparison, at, 'was removed', true);
  if (old === undefined)
    return report(comparison, at, now.required ? 'was added and is required' : 'was added', now.required === true);
  if ((old.required === true) !== (now.required === true))
    report(comparison, at, now.required ? 'is now required' : 'is now optional', now.required === true);
  compareMedia(comparison, old.content, now.content, at);
}

function compareMedia(comparison: Comparison, before: any, after: any, location: ChangeLocation): void {
  for (const type of namesOf(before, after)) {
    const [old, now] = [before?.[type], after?.[type]];
    if (now === undefined) report(comparison, location, `no longer has the media type ${type}`, true);
    else if (old === undefined) report(comparison, location, `also has the media type ${type}`, false);
    else compareSchemas(comparison, old.schema, now.schema, inside(location, `${location.where} ${type}`));
  }
}

function compareAnswers(comparison: Comparison, before: any, after: any, location: ChangeLocation): void {
  for (const status of namesOf(before, after)) {
    const [old, now] = [resolve(comparison.before, before?.[status]), resolve(comparison.after, after?.[status])];
    const at: ChangeLocation = { ...inside(location, `${location.where}, answer ${status}`), direction: 'answer' };
    if (now === undefined) report(comparison, at, 'was removed', true);
    else if (old === undefined) report(comparison, at, 'was added', false);
    else {
      compareHeaders(comparison, old.headers, now.headers, at);
      compareMedia(comparison, old.content, now.content, at);
    }
  }
}

function compareHeaders(comparison: Comparison, before: any, after: any, location: ChangeLocation): void {
  const lowerCase = (headers: object = {}) =>
    Object.fromEntries(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));
  const [olds, nows] = [lowerCase(before), lowerCase(after)];
  for (const name of namesOf(olds, nows)) {
    const [old, now] = [resolve(comparison.before, olds[name]), resolve(comparison.after, nows[name])];
    const at = inside(location, `${location.where}, header ${name}`, old);
    if (now === undefined) report(comparison, at, 'was removed', true);
    else if (old === undefined) report(comparison, at, 'was added', false);
    else compareSchemas(comparison, old.schema, now.schema, at);
  }
}
