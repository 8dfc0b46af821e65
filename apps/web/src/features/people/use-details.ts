import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Person, PersonConflict } from 'contract/person'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { showToast } from '#core/toast.ts'
import { showSaved } from '#features/admin/show-saved.ts'
import { useKeptBase, useKeptValues } from '#features/shell/kept-form.ts'
import { DetailsValues, mergedValues, valuesOf } from './details-values.ts'
import { personQuery } from './person-query.ts'

/**
 * The form of a person's details. `base` is what the typed values started from: its version goes along with a save,
 * so that whatever somebody else saved since is shown, not overwritten.
 */
export function useDetails(person: Person) {
  const queryClient = useQueryClient()
  const kept = useKeptBase(`user ${person.id}`, person)
  const [base, setBase] = useState(kept.base)
  const [theirs, setTheirs] = useState<Person | null>(null)
  const form = useForm({
    resolver: zodResolver(DetailsValues),
    mode: 'onTouched',
    defaultValues: valuesOf(kept.base),
  })
  useKeptValues(form, kept, base)
  const save = useMutation({
    mutationFn: ({ from, values }: { from: Person; values: DetailsValues }) =>
      saveChanges(from, values, keep),
    onMutate: () => form.getValues(),
    onSuccess: (saved, _, sent) => {
      keep(saved)
      setTheirs(null)
      showSaved(form, valuesOf(saved), sent)
      showToast({ variant: 'success', title: 'Changes saved' })
    },
    onError: showError,
  })

  function keep(saved: Person) {
    setBase(saved)
    queryClient.setQueryData(personQuery(String(saved.id)).queryKey, saved)
  }

  function adopt(saved: Person) {
    keep(saved)
    setTheirs(null)
    form.reset(valuesOf(saved))
  }

  function showError(error: Error) {
    const conflict = hasCode(error, 'conflict') && PersonConflict.safeParse(error.details)
    if (conflict && conflict.success) setTheirs(conflict.data.person)
    else if (hasCode(error, 'email-taken'))
      form.setError('email', { message: error.message }, { shouldFocus: true })
    else showFieldErrors(error, ['name', 'email', 'organisation_name'], form.setError)
  }

  return {
    form,
    save,
    base,
    theirs,
    submit: () => void form.handleSubmit((values) => save.mutate({ from: base, values }))(),
    useMine: () => {
      if (theirs)
        save.mutate({ from: theirs, values: mergedValues(form.getValues(), base, theirs) })
    },
    useTheirs: () => theirs && adopt(theirs),
    discard: () => {
      setTheirs(null)
      form.reset(valuesOf(base))
      save.reset()
    },
  }
}

/** Details and role have a call each: the second names the version that the first one made. */
async function saveChanges(
  from: Person,
  { name, email, organisation_name, role }: DetailsValues,
  onPart: (saved: Person) => void,
): Promise<Person> {
  const { id, tenant } = from
  const before = valuesOf(from)
  const params = { id }
  let saved = from
  if (
    name !== before.name ||
    email !== before.email ||
    organisation_name !== before.organisation_name
  ) {
    const body = {
      version: saved.version,
      name,
      email,
      ...(tenant.is_public && { organisation_name: organisation_name || null }),
    }
    saved = await api.person.update.call({ params, body })
    onPart(saved)
  }
  if (role === before.role) return saved
  const body = { version: saved.version, roles: [role] }
  return await api.person.changeRoles.call({ params, body })
}
