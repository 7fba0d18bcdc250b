import { randomUUID } from 'node:crypto';
import { insertIdentity } from '../operators/directories/store.ts';
import { noCompany } from '../ground/db/pool.ts';
import { writeSettingProposal } from '../decisions/proposals-store.ts';
import { clientId, clientSecret, openDirectory } from '../testing/directory.ts';
import type { Door } from '../testing/door.ts';
import { nowMs } from '../testing/time.ts';
import type { SignedIn } from '../testing/operator.ts';

/** What stands for fields of directories, as in service.ts. */
export const directoryStands: Record<string, string[]> = {
  directoryId: ['{{directory}}'],
  logout_token: ['{{logoutToken}}'],
  'beginDirectorySignIn next': ['/', '/account'],
  'beginDirectoryProof next': ['/', '/account'],
  'changeDirectory path id': ['{{changedDirectory}}'],
  'removeOwnIdentity path directoryId': ['{{ownIdentity}}'],
  'confirmDirectoryProposal path proposalId': ['{{directoryProposal}}'],
  'declineDirectoryProposal path proposalId': ['{{directoryProposal}}'],
  'createDirectory issuer': ['https://id.example.com/acme'],
  'createDirectory companies': ['{{company}}'],
  'createDirectory roles.company': ['{{company}}'],
  'changeDirectory roles.company': ['{{company}}'],
};

/** The operation that takes what a directory sent to one browser; `operators/desk/directories.test.ts` calls it. */
export const needsAnswerOfDirectory = 'finishDirectorySignIn';

/** The values of the placeholders above, and a directory that answers. */
export async function directoryValues({ pool }: Door, administrator: SignedIn, proposer: SignedIn) {
  const provider = await openDirectory();
  const add = async (name: string): Promise<string> => {
    const form = { name, issuer: provider.issuer, clientId, clientSecret };
    const { body } = await administrator.call('POST', '/directories', form);
    return body.directories.find((one: { name: string }) => one.name === name).id;
  };
  const directory = await add('Acme ID');
  return {
    fixed: { directory },
    fresh: {
      changedDirectory: () => add(randomUUID()),
      ownIdentity: async () => {
        const identity = { directoryId: directory, issuer: provider.issuer, subject: randomUUID() };
        await insertIdentity(pool, identity, administrator.id, new Date());
        return directory;
      },
      directoryProposal: async () => {
        const row = { claim: 'groups', value: randomUUID(), company: null, role: 'administrator' };
        const by = { id: proposer.id, name: 'The approver' };
        const rule = `directory/${directory}/${row.value}`;
        const proposal = { id: randomUUID(), rule, to: JSON.stringify(row), by, at: new Date() };
        await writeSettingProposal(pool, noCompany, proposal);
        return proposal.id;
      },
      logoutToken: () =>
        provider.sign(
          {
            iss: provider.issuer,
            aud: clientId,
            iat: Math.floor(nowMs() / 1000),
            jti: randomUUID(),
            sub: randomUUID(),
            events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          },
          { typ: 'logout+jwt' },
        ),
    },
    close: () => provider[Symbol.asyncDispose](),
  };
}
