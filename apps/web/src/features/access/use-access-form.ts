import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { AdminUser } from 'contract/access'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#core/api.ts'
import { showSaved } from '#features/admin/show-saved.ts'
import { organisationsChanged } from '#features/organisation/organisations-changed.ts'
import { hasCode } from '#core/api-error.ts'
import { showFieldErrors } from '#core/field-errors.ts'
import { showToast } from '#core/toast.ts'
import { useUser, userQuery } from '#features/session/user.ts'
import { useKeptBase, useKeptValues } from '#features/shell/kept-form.ts'
import { AccessValues, losesGod, mergedValues, valuesOf } from './access-values.ts'
import { adminUserQuery } from './admin-user-query.ts'

interface Wish {
  from: AdminUser
  values: AccessValues
}

/** `base` is what the typed values started from: what somebody else saved since is shown, not overwritten. */
export function useAccessForm(user: AdminUser) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const isOwn = useUser().id === user.id
  const kept = useKeptBase(`access ${user.id}`, user)
  const [base, setBase] = useState(kept.base)
  const [theirs, setTheirs] = useState<AdminUser>()
  /** The own loss of access that waits for a yes. */
  const [loss, setLoss] = useState<Wish>()
  const form = useForm({
    resolver: zodResolver(AccessValues),
    mode: 'onTouched',
    defaultValues: valuesOf(kept.base),
  })
  useKeptValues(form, kept, base)
  const save = useMutation({
    mutationFn: ({ from, values }: Wish) =>
      api.access.change.call({
        params: { id: from.id },
        body: { ...values, version: from.version, confirms_own_loss: isOwn },
      }),
    onMutate: () => form.getValues(),
    onSuccess: async (saved, _, sent) => {
      keep(saved)
      showSaved(form, valuesOf(saved), sent)
      showToast({ variant: 'success', title: 'Changes saved' })
      await queryClient.invalidateQueries({ queryKey: api.access.list.key })
      await organisationsChanged(queryClient)
      if (isOwn) await queryClient.refetchQueries({ queryKey: userQuery.queryKey })
      // The guards then know whether this page is still one's own; the name stands in its title.
      await router.invalidate()
    },
    onError: showError,
    onSettled: () => setLoss(undefined),
  })

  function keep(saved: AdminUser) {
    setBase(saved)
    setTheirs(undefined)
    queryClient.setQueryData(adminUserQuery(saved.id).queryKey, saved)
  }

  function adopt(saved: AdminUser) {
    keep(saved)
    form.reset(valuesOf(saved))
  }

  function showError(error: Error) {
    const found = hasCode(error, 'conflict') ? AdminUser.safeParse(error.details) : undefined
    if (found?.success) setTheirs(found.data)
    else showFieldErrors(error, ['name', 'roles', 'organisations'], form.setError)
  }

  function ask(wish: Wish) {
    if (isOwn && losesGod(wish.from, wish.values)) setLoss(wish)
    else save.mutate(wish)
  }

  return {
    form,
    save,
    base,
    theirs,
    loss,
    confirmLoss: () => loss && save.mutate(loss),
    cancelLoss: () => setLoss(undefined),
    submit: () => void form.handleSubmit((values) => ask({ from: base, values }))(),
    useMine: () =>
      theirs && ask({ from: theirs, values: mergedValues(form.getValues(), base, theirs) }),
    useTheirs: () => theirs && adopt(theirs),
    discard: () => {
      setTheirs(undefined)
      save.reset()
      form.reset(valuesOf(base))
    },
  }
}
