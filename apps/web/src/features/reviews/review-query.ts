import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'

export function reviewQuery(id: number | string) {
  return api.reviews.get.query({ params: { id: idIn(String(id)) } })
}
