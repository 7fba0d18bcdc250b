/** Browsers and Node write the boundary themselves if the body is FormData. */
export function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    form.append(name, value instanceof Blob ? new File([value], 'invoice.pdf', { type: value.type }) : String(value));
  return form;
}
