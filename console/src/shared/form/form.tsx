import { Button, Group, Stack, type ButtonProps } from '@mantine/core';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useDidUpdate } from '@mantine/hooks';
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Action } from '../../api/types.ts';
import { ApiFailure } from '../../api.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { ActionButton } from '../page/action-button.tsx';
import { Failure, type FailedAction } from '../page/failure.tsx';
import { submitByKeys } from '../page/keys.ts';
import { useWords } from '../page/said.tsx';
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
  tried?: FailedAction | undefined;
  /** Heading of a failure; overrides the one of `tried`. */
  failed?: string;
  /** Asks before the reader leaves the page with something typed. Not needed in a dialog, which asks itself. */
  asksBeforeLeaving?: boolean;
  aside?: ReactNode;
  /** Leaves all checks to the form's rules, whose messages are in the reader's language. */
  noValidate?: boolean;
  children: ReactNode;
}

/**
 * Problems that the service names are shown at their fields, and the first of them gets the focus. Ctrl+Enter or
 * ⌘+Enter submits from every field.
 */
export function Form<Values>({ form, change, children, ...props }: Props<Values>) {
  const c = useText(common);
  const words = useWords();
  const element = useRef<HTMLFormElement>(null);
  const dialog = use(DialogForm);
  const { error, isPending } = change;
  const inputs = () => [...(element.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  const focusFirst = (errors: object) =>
    inputs()
      .find(({ dataset }) => (dataset.path ?? '') in errors)
      ?.focus();

  useEffect(() => {
    const problems = error instanceof ApiFailure ? (error.body.problems ?? []) : [];
    const paths = new Set(inputs().map(({ dataset }) => dataset.path));
    const errors = Object.fromEntries(
      problems
        .map((problem) => [pathOf(problem.path), words.problem(problem, true) ?? problem.problem] as const)
        .filter(([path]) => paths.has(path))
        .map(([path, text]) => [path, text.charAt(0).toUpperCase() + text.slice(1)]),
    );
    form.setErrors(errors);
    focusFirst(errors);
  }, [error]);

  useEffect(() => {
    if (dialog === undefined) return undefined;
    dialog.current = { isChanged: isChanged(form), isSending: isPending };
    return () => {
      dialog.current = undefined;
    };
  });

  const submit = form.onSubmit((values) => {
    if (!isPending) change.mutate(values);
  }, focusFirst);
  const button = { ...props.button, type: 'submit', loading: isPending } as const;
  return (
    <>
      <form
        ref={element}
        noValidate={props.noValidate}
        onKeyDown={submitByKeys}
        onSubmit={(event) => {
          // React passes the events of a dialog on to the form that it was opened from.
          event.stopPropagation();
          submit(event);
        }}
      >
        <Stack>
          {props.allowed === undefined ? (
            children
          ) : (
            <fieldset disabled={!props.allowed.allowed} style={{ display: 'contents' }}>
              {children}
            </fieldset>
          )}
          {error !== null && error !== undefined && <Failure error={error} tried={props.tried} title={props.failed} />}
          <Group justify="flex-end">
            {props.onCancel !== undefined && (
              <Button variant="default" onClick={props.onCancel}>
                {props.cancel ?? c.cancel}
              </Button>
            )}
            {props.submit !== undefined && (
              <ActionButton {...button} action={props.allowed ?? { allowed: true }}>
                {props.submit}
              </ActionButton>
            )}
            {props.aside}
          </Group>
        </Stack>
      </form>
      {props.asksBeforeLeaving && <Unsaved changed={isChanged(form) && !isPending} />}
    </>
  );
}

/** The service writes facilities[0].number, and forms facilities.0.number. */
const pathOf = (path: string): string => path.replaceAll(/\[(\d+)\]/g, '.$1');
