import type { Door } from './door.ts';
import { issueSandboxToken, openSandbox } from '../sandbox/actions.ts';
import type { Sandbox } from '../sandbox/store.ts';
import { partnerNamed } from '../partners/store.ts';
import { scopes } from '../app.ts';
import { commandLine } from '../audit/record.ts';

/** The sandbox of one of the door's partners, with a token of it. */
export async function sandboxOf(door: Door, partnerName = 'Scanner'): Promise<Sandbox & { token: string }> {
  const partner = (await partnerNamed(door.pool, door.company, partnerName)) ?? '';
  const { sandbox } = await openSandbox(door, { id: door.company, name: door.companyName }, partner, commandLine);
  return { ...sandbox, token: (await issueSandboxToken(door.pool, sandbox, scopes, commandLine)).token };
}
