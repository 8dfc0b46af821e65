import { api } from '#core/api.ts'

export function adminUserQuery(id: number) {
  return api.access.get.query({ params: { id } })
}
