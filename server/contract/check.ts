import type { Case } from './mutation.ts';
import type { Contract, Operation, Schema } from './document.ts';
import { isRule } from './rules.ts';
import type { Reply } from './wire.ts';

const maxErrorBytes = 16 * 1024;
const maxErrorBytesWithData = 64 * 1024;

export function faultsOf(contract: Contract, operation: Operation, reply: Reply): string[] {
  const { status, headers, text } = reply;
  const response =
    operation.responses[String(status)] ?? operation.responses[`${String(status)[0]}XX`] ?? operation.responses.default;
  const faults: string[] = [];
  if (status >= 500) faults.push('the service failed');
  if (!/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(headers.traceparent ?? ''))
    faults.push(`traceparent is ${headers.traceparent}`);
  if (status >= 400) faults.push(...faultsOfError(operation, reply));
  if (response === undefined) return [...faults, `the status ${status} is not documented`];
  for (const [name, { required = false, schema }] of Object.entries(response.headers ?? {})) {
    const value = headers[name.toLowerCase()];
    if (value === undefined && required) faults.push(`the header ${name} is missing`);
    if (value !== undefined)
      faults.push(...faultsOfHeader(contract, schema, value).map((fault) => `the header ${name}: ${fault}`));
  }
  if (response.content === undefined || Object.keys(response.content).length === 0)
    return text === '' ? faults : [...faults, 'there is a body, and none is documented'];
  const type = headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
  const media = response.content[type] ?? response.content['*/*'];
  if (media === undefined) return [...faults, `the content type ${type} is not documented`];
  return [
    ...faults,
    ...(type === 'application/json' && response.content[type] !== undefined
      ? faultsOfJson(contract, (headers['doorway-dry-run'] && media['x-dry-run']) || media.schema, text)
      : []),
  ];
}

function faultsOfJson(contract: Contract, schema: Schema, text: string): string[] {
  const value = parsed(text);
  return value === undefined ? ['the body is not JSON'] : contract.faultsOfAnswer(schema, value);
}

function faultsOfHeader(contract: Contract, schema: Schema, value: string): string[] {
  const { type } = contract.resolve(schema);
  return contract.faultsOfAnswer(
    schema,
    type === 'integer' || type === 'number' ? Number(value) : type === 'boolean' ? value === 'true' : value,
  );
}

/** The fields of an error's body are fixed; operators also get `data`. */
function faultsOfError(operation: Operation, { text, headers }: Reply): string[] {
  const body = parsed(text) as { traceId?: string } | undefined;
  const names = Object.keys(body ?? {})
    .sort()
    .join();
  const isOperators = operation.path.startsWith('/operator/');
  const wanted = isOperators
    ? ['code,message,parameters,traceId', 'code,message,parameters,problems,traceId']
    : ['message,traceId', ...(operation.path.startsWith('/oauth/') ? ['error,error_description'] : [])];
  const most = isOperators ? maxErrorBytesWithData : maxErrorBytes;
  return [
    ...(wanted.includes(names) ? [] : [`an error has the fields ${wanted.join(' or ')}, not ${names}`]),
    ...(Buffer.byteLength(text) <= most ? [] : [`an error of ${Buffer.byteLength(text)} bytes`]),
    ...(body?.traceId === undefined || headers.traceparent?.includes(body.traceId)
      ? []
      : ['traceparent has another trace id']),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function faultsOfOutcome(operation: Operation, { expected }: Case, { status, headers, text }: Reply): string[] {
  const body = parsed(text) as { message?: string; error_description?: string } | undefined;
  if (expected === 'documented') return [];
  if (expected === 'refused') return status >= 400 ? [] : [`it was answered ${status}, and should be refused`];
  if (expected === 'accepted')
    return status < 400 ||
      [404, 409].includes(status) ||
      isRule(operation.id, status, body?.message ?? body?.error_description ?? '')
      ? []
      : [`a valid request was answered ${status}`];
  const faults = status === expected ? [] : [`it was answered ${status}, and should be ${expected}`];
  if (status === 401 && !/^(Bearer|Basic)\b/.test(headers['www-authenticate'] ?? ''))
    faults.push('a 401 without WWW-Authenticate');
  return faults;
}
