import { Alert } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState, type RefObject } from 'react';
import { ApiFailure } from '../../api.ts';
import { common } from '../../text/common.ts';
import { useText } from '../../text.ts';
import { Failure, type FailedAction } from '../page/failure.tsx';
import { Icon } from '../page/icon.tsx';
import { useWords } from '../page/said.tsx';
import { placeErrors } from './field-errors.ts';
import { focusFirst, labelsIn } from './form-fields.ts';

interface Props<Values> {
  form: UseFormReturnType<Values>;
  element: RefObject<HTMLFormElement | null>;
  error: unknown;
  places: Readonly<Record<string, string>> | undefined;
  tried: FailedAction | undefined;
  title: string | undefined;
}

/** Marks the fields that a refusal is about, and shows what is left of it. */
export function RefusalOf<Values>({ form, element, error, places, tried, title }: Props<Values>) {
  const c = useText(common);
  const words = useWords();
  const [rest, setRest] = useState<unknown>(null);
  const [isPlaced, setPlaced] = useState(false);
  useEffect(() => {
    if (!(error instanceof ApiFailure)) {
      form.setErrors({});
      setPlaced(false);
      return setRest(error);
    }
    const { errors, rest: left } = placeErrors(error.body, labelsIn(element.current), { words, texts: c, places });
    form.setErrors(errors);
    focusFirst(element.current, errors);
    setPlaced(Object.keys(errors).length > 0);
    setRest(left && error.about(left));
  }, [error]);
  if (rest !== null && rest !== undefined) return <Failure error={rest} tried={tried} title={title} />;
  if (!isPlaced || Object.keys(form.errors).length === 0) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      icon={<Icon name="warning" />}
      title={title ?? c.failed[tried ?? 'saved']}
      role="alert"
      bg="var(--door-surface)"
    >
      {c.seeFields}
    </Alert>
  );
}
