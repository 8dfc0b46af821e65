import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { onSessionChange } from '#core/session.ts'
import { useUser } from '#core/user.ts'

// In memory, because signing in again doesn't reload the page.
const drafts = new Map<string, { base: unknown; values?: FieldValues }>()

/** The form's initial record: the one from before the session expired, else the current one. */
export function useDraftBase<Base>(place: string, fresh: Base) {
  const key = `${useUser().id} ${place}`
  const [found] = useState(() => drafts.get(key))
  return { key, found, base: (found?.base ?? fresh) as Base }
}

/** Keeps typed values when the session expires and restores them after sign-in. */
export function useDraftValues<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { key, found }: Pick<ReturnType<typeof useDraftBase>, 'key' | 'found'>,
  base: unknown,
) {
  useEffect(() => {
    drafts.delete(key)
    for (const [name, value] of Object.entries(found?.values ?? {}))
      form.setValue(name as Path<Values>, value, { shouldDirty: true })
  }, [form, key, found])

  const { isDirty } = form.formState
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'expired' && isDirty) drafts.set(key, { base, values: form.getValues() })
      }),
    [form, key, base, isDirty],
  )
}

/** Like `useState`, for values outside the form's fields. */
export function useDraftState<State>(place: string, initial: State) {
  const { key, base } = useDraftBase(place, initial)
  const [state, setState] = useState(base)
  useEffect(() => void drafts.delete(key), [key])
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'expired' && state !== initial) drafts.set(key, { base: state })
      }),
    [key, state, initial],
  )
  return [state, setState] as const
}
