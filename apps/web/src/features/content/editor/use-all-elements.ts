import { useQuery } from '@tanstack/react-query'
import { useBuilder } from '#features/content/builder-context.ts'
import type { Builder } from '#features/content/builder.ts'

/** Opens all elements of the set. */
export function useAllElements() {
  const builder = useBuilder()
  return useQuery({
    queryKey: ['open elements', builder.contentSetId],
    queryFn: async () => {
      await openAllElements(builder)
      return true
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** Some at a time. */
export async function openAllElements({ draft, open }: Builder) {
  const { order } = draft.getState()
  for (let at = 0; at < order.length; at += TOGETHER) await open(order.slice(at, at + TOGETHER))
}

const TOGETHER = 50
