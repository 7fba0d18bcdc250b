import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import type { Invoice, InvoicePath } from '../../api/types.ts';
import { change } from '../../api.ts';
import { Decision } from '../../shared/decision.tsx';
import { findingsText } from '../../text/findings.ts';
import { common } from '../../text/common.ts';
import { suppliersText } from '../../text/suppliers.ts';
import { useText } from '../../text.ts';
import { newAccounts } from './comparison-rows.ts';
import { keepFocus } from './decide/focus.ts';

/** Lets a held invoice go on to its decision. Where it names another account, that can be accepted into the record at once. */
export function Release({ invoice, path }: { invoice: Invoice; path: InvoicePath }) {
  const t = useText(findingsText);
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
            description={t.acceptAbout}
            checked={accepts}
            onChange={(event) => setAccepts(event.currentTarget.checked)}
          />
          <Accounts accounts={accounts} />
        </div>
      )}
    </Decision>
  );
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
