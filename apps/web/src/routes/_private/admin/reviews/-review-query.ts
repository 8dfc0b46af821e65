import { api } from '#core/api.ts'

export function reviewQuery(id: number | string) {
  return api.reviews.get.query({ params: { id: Number(id) } })
}
