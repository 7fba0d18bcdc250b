import { Alert, Button, Code, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';
import { CopyButton } from '../page/copy-button.tsx';
import { Buttons } from '../form/buttons.tsx';
import { FormModal } from '../form/form-modal.tsx';
import { Icon } from '../page/icon.tsx';

interface Secret {
  label: string;
  value: string;
}

interface Props {
  title: string;
  before?: ReactNode;
  /** The dialog is closed while this is undefined. */
  values: Secret[] | undefined;
  onClose: () => void;
}

/** The secrets cannot be shown again. Only the button closes the dialog, so that a stray click does not lose them. */
export function SecretModal({ title, values, before, onClose }: Props) {
  const t = useText(accessText);
  return (
    <Modal
      opened={values !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        {before}
        <Alert color="orange" variant="outline" icon={<Icon name="warning" />} title={t.onlyOnce}>
          <Text size="sm">{t.onlyOnceNext}</Text>
        </Alert>
        {values?.map(({ label, value }) => (
          <div key={label}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            <Group gap="xs" mt={4}>
              <Code
                block
                style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', flex: 1, minWidth: 200 }}
                data-testid="secret"
              >
                {value}
              </Code>
              <CopyButton value={value} />
            </Group>
          </div>
        ))}
        <Buttons>
          <Button onClick={onClose}>{t.haveIt}</Button>
        </Buttons>
      </Stack>
    </Modal>
  );
}

interface IssueDialogProps extends Pick<ModalProps, 'size'> {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: (show: (title: string, secrets: Secret[]) => void) => ReactNode;
}

export function IssueDialog({ onClose, children, ...dialog }: IssueDialogProps) {
  const [issued, setIssued] = useState<{ title: string; values: Secret[] }>();
  return (
    <>
      <FormModal {...dialog} onClose={onClose}>
        {children((title, values) => {
          onClose();
          setIssued({ title, values });
        })}
      </FormModal>
      <SecretModal title={issued?.title ?? ''} values={issued?.values} onClose={() => setIssued(undefined)} />
    </>
  );
}
