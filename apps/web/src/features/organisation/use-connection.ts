import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { showToast } from '#core/toast.ts'
import { invalidate } from '#core/invalidate.ts'
import { organisationQuery } from './refresh-organisation.ts'

export function useConnection(tenantId: number) {
  const refresh = useRefresh(tenantId)
  const change = useMutation({ ...api.connections.change.mutation(), onSettled: refresh })
  const remove = useMutation({
    ...api.connections.remove.mutation(),
    onSuccess: async () => {
      showToast({ title: 'Connection removed' })
      await refresh()
    },
  })
  const test = useMutation(api.connections.test.mutation())
  return { change, remove, test }
}

export function useRefresh(tenantId: number) {
  const queryClient = useQueryClient()
  return async () => {
    await invalidate(queryClient, [api.connections.list.key, organisationQuery(tenantId).queryKey])
  }
}
