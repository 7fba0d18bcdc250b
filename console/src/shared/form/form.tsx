import { Button, Stack, type ButtonProps } from '@mantine/core';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useDidUpdate } from '@mantine/hooks';
import { createContext, use, useEffect, useRef, type FormEvent, type ReactNode, type RefObject } from 'react';
import type { Action } from '../../api/types.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { ActionButton } from '../page/action-button.tsx';
import type { FailedAction } from '../page/failure.tsx';
import { submitByKeys } from '../page/keys.ts';
import { Buttons } from './buttons.tsx';
import { focusFirst, invalidIn } from './form-fields.ts';
import { RefusalOf } from './refusal.tsx';
import { Unsaved } from './unsaved.tsx';

interface FormState {
  isChanged: boolean;
  isSending: boolean;
}

/** A dialog provides this reference; the form inside keeps it up to date. */
export const DialogForm = createContext<RefObject<FormState | undefined> | undefined>(undefined);

/** A mutation that sends the values of a form: from useChange, or from useMutation if nothing needs a refresh. */
export interface FormChange<Values> {
  mutate: (values: Values) => void;
  isPending: boolean;
  error: unknown;
}

/**
 * Whether a form differs from its initial values. The library's isDirty() keeps a flag per field and misses lists that
 * became longer or shorter.
 */
export const isChanged = (form: Pick<UseFormReturnType<unknown>, 'getValues' | 'getInitialValues'>): boolean =>
  JSON.stringify(form.getValues()) !== JSON.stringify(form.getInitialValues());

interface RecordFormInput<Values> extends UseFormInput<Values> {
  initialValues: Values;
}

/** For a record that others can change too: while nothing is typed, the form follows the record. */
export function useRecordForm<Values extends object>(input: RecordFormInput<Values>) {
  const form = useForm<Values>(input);
  useDidUpdate(() => {
    if (isChanged(form)) return;
    form.setInitialValues(input.initialValues);
    form.reset();
  }, [JSON.stringify(input.initialValues)]);
  return form;
}

interface Props<Values> {
  form: UseFormReturnType<Values>;
  change: FormChange<Values>;
  /** Undefined for a form without a button. */
  submit: string | undefined;
  button?: Pick<ButtonProps, 'color' | 'fullWidth'> & { 'data-autofocus'?: boolean };
  onCancel?: () => void;
  /** The text of that button, if it is not "cancel". */
  cancel?: string | undefined;
  /** If this is not allowed, every field is disabled, and the button says why. */
  allowed?: Action;
  /** The form changes a record: while nothing differs from it, the button is disabled and says so. */
  edits?: boolean;
  /** Fields by the service's names, if those differ. */
  places?: Readonly<Record<string, string>>;
  tried?: FailedAction | undefined;
  /** Heading of a failure; overrides the one of `tried`. */
  failed?: string;
  /** Asks before the reader leaves the page with something typed. Not needed in a dialog, which asks itself. */
  asksBeforeLeaving?: boolean;
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * Whatever is wrong is said at its field, in the words of the form, and the first such field gets the focus. Ctrl+Enter
 * or ⌘+Enter submits from every field.
 */
export function Form<Values>({ form, change, children, ...props }: Props<Values>) {
  const c = useText(common);
  const element = useRef<HTMLFormElement>(null);
  const dialog = use(DialogForm);
  const { error, isPending } = change;

  useEffect(() => {
    if (dialog === undefined) return undefined;
    dialog.current = { isChanged: isChanged(form), isSending: isPending };
    return () => {
      dialog.current = undefined;
    };
  });

  const allowed = props.allowed ?? { allowed: true };
  const unchanged = { allowed: false, why: c.nothingChanged };
  const action = allowed.allowed && props.edits && !isChanged(form) ? unchanged : allowed;
  const send = form.onSubmit(
    (values) => {
      if (!isPending) change.mutate(values);
    },
    (errors) => focusFirst(element.current, errors),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React passes the events of a dialog on to the form that it was opened from.
    event.stopPropagation();
    const invalid = invalidIn(element.current, c);
    const isInvalid = Object.keys(invalid).length > 0;
    if (action.allowed && !isInvalid) return send(event);
    event.preventDefault();
    if (!action.allowed) return;
    // The form's own rules say more.
    const errors = { ...invalid, ...form.validate().errors };
    form.setErrors(errors);
    focusFirst(element.current, errors);
  };
  const button = { ...props.button, type: 'submit', loading: isPending } as const;
  return (
    <>
      <form ref={element} noValidate onKeyDown={submitByKeys} onSubmit={submit}>
        <Stack>
          {props.allowed === undefined ? (
            children
          ) : (
            <fieldset disabled={!props.allowed.allowed} style={{ display: 'contents' }}>
              {children}
            </fieldset>
          )}
          <RefusalOf
            form={form}
            element={element}
            error={error}
            places={props.places}
            tried={props.tried}
            title={props.failed}
          />
          <Buttons>
            {props.onCancel !== undefined && (
              <Button variant="default" onClick={props.onCancel}>
                {props.cancel ?? c.cancel}
              </Button>
            )}
            {props.submit !== undefined && (
              <ActionButton {...button} action={action}>
                {props.submit}
              </ActionButton>
            )}
            {props.aside}
          </Buttons>
        </Stack>
      </form>
      {props.asksBeforeLeaving && <Unsaved changed={isChanged(form) && !isPending} />}
    </>
  );
}
