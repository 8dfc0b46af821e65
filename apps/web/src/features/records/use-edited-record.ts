import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
} from 'react-hook-form'
import { ApiError, hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { showSuccess } from '#core/toast.ts'
import { useDraftBase, useDraftValues } from './form-draft.ts'
import { differences, mergeRecords, type Name } from './merge-records.ts'

export interface Editing<Stored, Values extends FieldValues, Output> {
  /** Identifies the record's draft, which survives the end of a session. */
  place: string
  stored: Stored
  resolver: Resolver<Values, unknown, Output>
  labels: Readonly<Record<Name<Values>, string>>
  valuesOf: (stored: Stored) => Values
  /** Saves changes to `from`; fails with a conflict if another user saved since. `onPart` reports a partial save. */
  save: (from: Stored, output: Output, onPart: (stored: Stored) => void) => Promise<Stored>
  /** What is stored now, from the details of a conflict. */
  theirsIn: (details: unknown) => Stored | null | Promise<Stored | null>
  /** Shows a newer record wherever else it appears. */
  show?: (stored: Stored) => void
  onSaved?: (stored: Stored) => void | Promise<void>
  savedTitle?: string
  fieldsOfCodes?: Readonly<Record<string, Name<Values>>>
}

export interface RecordConflict<Stored, Values> {
  theirs: Stored
  mine: Values
  both: readonly Name<Values>[]
  applied: readonly Name<Values>[]
}

/**
 * The form of a record that several users may edit. `base` is the record from which editing started; its version is
 * sent when saving. After a conflict, changes of the other user are merged; fields that both changed are chosen.
 */
export function useEditedRecord<Stored, Values extends FieldValues, Output = Values>(
  editing: Editing<Stored, Values, Output>,
) {
  const { stored, labels, valuesOf } = editing
  const names = Object.keys(labels) as Name<Values>[]
  const draft = useDraftBase(editing.place, stored)
  const [base, setBase] = useState(draft.base)
  const [conflict, setConflict] = useState<RecordConflict<Stored, Values> | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const form = useForm<Values, unknown, Output>({
    resolver: editing.resolver,
    mode: 'onTouched',
    defaultValues: valuesOf(draft.base) as DefaultValues<Values>,
  })
  useDraftValues(form, draft, base)
  const values: Values = { ...valuesOf(base), ...(useWatch({ control: form.control }) as Values) }
  const changes = differences(names, valuesOf(base), values)
  const save = useMutation({
    mutationFn: (output: Output) => editing.save(base, output, keep),
    onMutate: () => {
      setFailure(null)
      return form.getValues()
    },
    onSuccess: async (saved, _, sent) => {
      keep(saved)
      setConflict(null)
      showSaved(valuesOf(saved), sent)
      if (editing.savedTitle) showSuccess(editing.savedTitle)
      await editing.onSaved?.(saved)
    },
    onError: async (error) => {
      if (!(await handleConflict(error)) && !showAtField(error)) setFailure(error)
    },
  })

  const isClean = changes.length === 0 && base !== draft.found?.base
  useEffect(() => {
    // Without changes the form follows the stored record.
    if (isClean && versionOf(stored) > versionOf(base)) restart(stored)
  })

  function keep(next: Stored) {
    setBase(next)
    editing.show?.(next)
  }

  function restart(next: Stored) {
    setConflict(null)
    setFailure(null)
    setBase(next)
    form.reset(valuesOf(next))
  }

  function put(name: Name<Values>, from: Values) {
    const value = from[name] as PathValue<Values, Path<Values>>
    form.setValue(name as Path<Values>, value, { shouldDirty: true })
  }

  function showSaved(saved: Values, sent: Values) {
    const typed = form.getValues()
    form.reset(saved)
    for (const name of differences(names, sent, typed)) put(name, typed)
  }

  function showAtField(error: Error) {
    const field = error instanceof ApiError && editing.fieldsOfCodes?.[error.code]
    if (!field) return showFieldErrors(error, names as Path<Values>[], form.setError)
    form.setError(field as Path<Values>, { message: error.message }, { shouldFocus: true })
    return true
  }

  /** Handles a conflict with another user; false for other errors. */
  async function handleConflict(error: Error): Promise<boolean> {
    if (!hasCode(error, 'conflict')) return false
    const theirs = await editing.theirsIn(error.details)
    if (theirs === null) return false
    const [mine, now] = [form.getValues(), valuesOf(theirs)]
    const { both, applied } = mergeRecords(names, { base: valuesOf(base), mine, theirs: now })
    for (const name of applied) put(name, now)
    keep(theirs)
    setConflict({ theirs, mine, both, applied })
    return true
  }

  /** Validates the fields; doesn't save while there are unresolved conflicts. */
  function submit(then: (output: Output) => void = save.mutate) {
    void form.handleSubmit((output) => {
      if (!conflict || conflict.both.length === 0) then(output)
    })()
  }

  return {
    form,
    values,
    base,
    changes,
    /** The error of the save, unless shown at a field or as a conflict. */
    failure,
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    conflict,
    labels,
    valuesOf,
    send: save.mutate,
    handleConflict,
    restart,
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      submit()
    },
    choose(name: Name<Values>, isMine: boolean) {
      if (!conflict) return
      if (!isMine) put(name, valuesOf(conflict.theirs))
      setConflict({ ...conflict, both: conflict.both.filter((other) => other !== name) })
    },
    discard: () => restart(base),
  }
}

function versionOf(stored: unknown) {
  return (stored as { version?: number } | null)?.version ?? 0
}
