import { useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'

export function useInvitationsChanged() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [api.invitations.list.key, api.invitations.all.key, api.tenants.get.key].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}
