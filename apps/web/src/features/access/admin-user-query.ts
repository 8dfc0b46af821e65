import { api } from '#core/api.ts'

export function adminUserQuery(id: number) {
  return api.adminUsers.get.query({ params: { id } })
}
