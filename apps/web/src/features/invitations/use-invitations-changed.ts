import { useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'

/** Has every list of invitations asked for anew, and how many stand on an organisation’s tab. */
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
