import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Shows what was saved; what somebody typed while it was on its way stays, not saved yet. */
export function showSaved<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  saved: Values,
  sent: Values,
): void {
  const typed = form.getValues()
  form.reset(saved)
  for (const name of Object.keys(saved) as Path<Values>[]) {
    if (JSON.stringify(typed[name]) !== JSON.stringify(sent[name]))
      form.setValue(name, typed[name], { shouldDirty: true })
  }
}
