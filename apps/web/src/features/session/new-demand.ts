import type { QueryClient } from '@tanstack/react-query'
import { userQuery } from './user.ts'

export async function isDemanded(queryClient: QueryClient) {
  try {
    const { user } = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    return !user.tc_accepted || user.mfa_setup_required
  } catch {
    return false
  }
}
