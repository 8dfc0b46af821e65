import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'

export function personQuery(id: string) {
  return api.users.get.query({ params: { id: idIn(id) } })
}
