import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../../api/types.ts';
import { change, read } from '../../../api.ts';
import { useCompanyPath } from '../../../company.ts';
import { Decision } from '../../../shared/record/decision.tsx';
import { findingsText } from '../../../text/findings.ts';
import { common } from '../../../text/common.ts';
import { proposalsText } from '../../../text/proposals.ts';
import { suppliersText } from '../../../text/suppliers.ts';
import { useText } from '../../../text.ts';
import { newAccounts } from '../payee/comparison-rows.ts';
import { keepFocus } from './focus.ts';

/** Lets a held invoice go on to its decision. Where it names another account, that can be accepted into the record at once. */
export function Release({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(findingsText);
  const p = useText(proposalsText);
  const takesTwo = useTakesTwo(invoice.state === 'held');
  const [accepts, setAccepts] = useState(false);
  const accounts = newAccounts(invoice);
  if (invoice.state !== 'held') return null;
  return (
    <Decision
      required
      action={invoice.actions.release}
      words={t.release}
      about={t.releaseAbout}
      decided={t.released}
      done={keepFocus}
      send={(reason) =>
        change('POST', `${path}/release`, { reason, ...(accepts && accounts.length > 0 && { acceptAccount: true }) })
      }
    >
      {accounts.length > 0 && (
        <div>
          <Checkbox
            label={t.acceptAccount}
            description={`${t.acceptAbout}${takesTwo ? ` ${p.acceptWaits}` : ''}`}
            checked={accepts}
            onChange={(event) => setAccepts(event.currentTarget.checked)}
          />
          <Accounts accounts={accounts} />
        </div>
      )}
    </Decision>
  );
}

/** Whether a change of who is paid waits for a second person here. */
function useTakesTwo(wanted: boolean): boolean {
  const path = useCompanyPath()('/settings');
  const { data } = useQuery({
    queryKey: ['record', path],
    queryFn: ({ signal }) => read(path, { signal }),
    enabled: wanted,
  });
  return data?.payeeTakesTwo ?? false;
}

function Accounts({ accounts }: { accounts: ReturnType<typeof newAccounts> }) {
  const c = useText(common);
  const { fields } = useText(suppliersText);
  return accounts.map(({ name, sent, recorded }) => (
    <Text key={name} size="sm" mt={6} ms={32}>
      {fields[name]}: <del>{recorded || c.empty}</del> → <ins style={{ fontWeight: 650 }}>{sent}</ins>
    </Text>
  ));
}
