import { api } from '#core/api.ts'

export function personQuery(id: string) {
  return api.person.get.query({ params: { id: Number(id) } })
}
