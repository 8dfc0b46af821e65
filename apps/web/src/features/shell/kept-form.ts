import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { onSessionChange } from '#core/session.ts'
import { useUser } from '#features/session/user.ts'

interface Kept {
  base: unknown
  values?: FieldValues
}

// In this window alone: the way back leads through the sign-in page without loading anew.
const kept = new Map<string, Kept>()

/** What a form starts from: what it stood on when its person's session ended by itself, else what is there now. */
export function useKeptBase<Base>(place: string, fresh: Base) {
  const key = `${useUser().id} ${place}`
  const [found] = useState(() => kept.get(key))
  return { key, found, base: (found?.base ?? fresh) as Base }
}

/** Brings back what was typed then, and keeps it the next time. */
export function useKeptValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { key, found }: Pick<ReturnType<typeof useKeptBase>, 'key' | 'found'>,
  base: unknown,
) {
  useEffect(() => {
    kept.delete(key)
    for (const [name, value] of Object.entries(found?.values ?? {}))
      form.setValue(name as Path<Values>, value, { shouldDirty: true })
  }, [form, key, found])

  const { isDirty } = form.formState
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'expired' && isDirty) kept.set(key, { base, values: form.getValues() })
      }),
    [form, key, base, isDirty],
  )
}

/** As `useState`, for what is typed beside the fields of a form. */
export function useKeptState<State>(place: string, initial: State) {
  const { key, base } = useKeptBase(place, initial)
  const [state, setState] = useState(base)
  useEffect(() => void kept.delete(key), [key])
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change === 'expired' && state !== initial) kept.set(key, { base: state })
      }),
    [key, state, initial],
  )
  return [state, setState] as const
}
