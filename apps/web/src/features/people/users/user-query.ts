import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'

export function userDetailsQuery(id: string) {
  return api.users.get.query({ params: { id: idIn(id) } })
}
