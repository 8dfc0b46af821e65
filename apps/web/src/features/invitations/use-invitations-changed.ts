import { useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'

export function useInvitationsChanged() {
  const queryClient = useQueryClient()
  return async () => {
    await invalidate(queryClient, [
      api.invitations.list.key,
      api.invitations.all.key,
      api.tenants.get.key,
    ])
  }
}
