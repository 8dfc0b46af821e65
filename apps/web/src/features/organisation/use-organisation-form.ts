import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { CustomerDetails } from 'contract/tenants'
import { useEffect, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { showToast } from '#core/toast.ts'
import { showSaved } from '#features/admin/show-saved.ts'
import { useKeptBase, useKeptValues } from '#features/shell/kept-form.ts'
import { organisationQuery, refreshOrganisation } from './refresh-organisation.ts'
import {
  FixedDomainForm,
  OrganisationForm,
  VALUE_NAMES,
  differences,
  merge,
  valuesOf,
  type OrganisationValues,
  type ValueName,
} from './organisation-values.ts'

/** Somebody else saved meanwhile: what stands now, and what is to be chosen. */
export interface Meanwhile {
  stored: OrganisationValues
  mine: OrganisationValues
  both: ValueName[]
  theirs: ValueName[]
}

/** The form of an organisation: only what was changed is sent, and nothing of anybody else's is overwritten unseen. */
export function useOrganisationForm(customer: CustomerDetails, canMove: boolean) {
  const queryClient = useQueryClient()
  const router = useRouter()
  // What the form began with; its version goes back with the changes.
  const kept = useKeptBase(`organisation ${customer.id}`, customer)
  const [base, setBase] = useState(kept.base)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const form = useForm<OrganisationValues>({
    resolver: zodResolver(
      canMove ? OrganisationForm : FixedDomainForm,
    ) as Resolver<OrganisationValues>,
    mode: 'onTouched',
    defaultValues: valuesOf(kept.base),
  })
  useKeptValues(form, kept, base)
  const values = useWatch({ control: form.control }) as OrganisationValues
  const changes = differences(valuesOf(base), values)
  const save = useMutation({
    ...api.tenants.change.mutation(),
    onMutate: () => form.getValues(),
    onSuccess: async (stored, _, sent) => {
      setBase(stored)
      showSaved(form, valuesOf(stored), sent)
      setMeanwhile(null)
      showToast({ variant: 'success', title: 'Organisation saved' })
      await refreshOrganisation(queryClient, stored)
      // The title of the page has the name.
      await router.invalidate()
    },
    onError: (error) => {
      if (hasCode(error, 'conflict') && error.details)
        meetConflict(error.details as CustomerDetails)
      else showFieldErrors(error, VALUE_NAMES, form.setError)
    },
  })

  const isClean = changes.length === 0 && base !== kept.found?.base
  useEffect(() => {
    // While nothing is typed the form shows what stands.
    if (isClean && customer.version > base.version) begin(customer)
  })

  function begin(stored: CustomerDetails) {
    setBase(stored)
    form.reset(valuesOf(stored))
  }

  function meetConflict(current: CustomerDetails) {
    const [stored, mine] = [valuesOf(current), form.getValues()]
    const { both, theirs } = merge(valuesOf(base), mine, stored)
    setBase(current)
    queryClient.setQueryData(organisationQuery(current.id).queryKey, current)
    for (const name of theirs) form.setValue(name, stored[name])
    setMeanwhile({ stored, mine, both, theirs })
  }

  function choose(name: ValueName, isMine: boolean) {
    if (!meanwhile) return
    if (!isMine) form.setValue(name, meanwhile.stored[name])
    setMeanwhile({ ...meanwhile, both: meanwhile.both.filter((other) => other !== name) })
  }

  function send() {
    const all = form.getValues()
    const body = Object.fromEntries(changes.map((name) => [name, all[name]]))
    save.mutate({ params: { id: base.id }, body: { version: base.version, ...body } })
  }

  function discard() {
    setMeanwhile(null)
    save.reset()
    begin(base)
  }

  return { form, values, base, changes, save, meanwhile, choose, send, discard }
}
