import { useState } from 'react';
import type { IssuedCredential } from '../../api/types.ts';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { SecretModal, type Shown } from '../../shared/tokens/secret.tsx';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';
import { CredentialForm, type ForWhom } from './credential-form.tsx';

interface Props extends ForWhom {
  opened: boolean;
  onClose: () => void;
}

/** The form, and then the secret, shown once. */
export function NewCredential({ opened, onClose, ...forWhom }: Props) {
  const t = useText(accessText);
  const [issued, setIssued] = useState<IssuedCredential>();
  const isTokens = forWhom.kind === 'tokens';
  const values: Shown[] | undefined =
    issued === undefined
      ? undefined
      : 'token' in issued
        ? [{ label: t.token, value: issued.token }]
        : [
            { label: t.clientId, value: issued.id },
            { label: t.clientSecret, value: issued.secret },
          ];
  return (
    <>
      <FormModal opened={opened} onClose={onClose} title={isTokens ? t.newToken : t.newClient}>
        <CredentialForm
          {...forWhom}
          onIssued={(made) => {
            onClose();
            setIssued(made);
          }}
        />
      </FormModal>
      <SecretModal
        title={isTokens ? t.tokenTitle : t.clientTitle}
        values={values}
        onClose={() => setIssued(undefined)}
      />
    </>
  );
}
