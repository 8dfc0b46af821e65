import { useQueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'

export function useContentChanged() {
  const queryClient = useQueryClient()
  const keys = [
    api.contentSets.list.key,
    api.contentSets.get.key,
    api.contentSets.faults.key,
    api.editions.history.key,
    api.editions.copies.key,
    api.assessments.overview.key,
  ]
  return () => invalidate(queryClient, keys)
}
