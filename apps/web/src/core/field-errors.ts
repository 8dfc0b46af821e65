import {
  get,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form'
import { ApiError } from '#core/api-error.ts'

export function field<Form extends FieldValues, Name extends FieldPath<Form>, Output>(
  { register, formState }: UseFormReturn<Form, unknown, Output>,
  name: Name,
  options?: RegisterOptions<Form, Name>,
) {
  const fault: { message?: string } | undefined = get(formState.errors, name)
  return { ...register(name, options), error: fault?.message }
}

export function isShownAtField(error: unknown, names: readonly string[]) {
  return error instanceof ApiError && names.some((name) => error.fields[name] !== undefined)
}

/** Shows the server's errors at their fields; false if there are none for these fields. */
export function showFieldErrors<Form extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Form>[],
  setError: UseFormSetError<Form>,
) {
  const fields = error instanceof ApiError ? error.fields : {}
  const wrong = names.filter((name) => fields[name] !== undefined)
  for (const [index, name] of wrong.entries()) {
    setError(name, { type: 'server', message: fields[name] ?? '' }, { shouldFocus: index === 0 })
  }
  return wrong.length > 0
}
