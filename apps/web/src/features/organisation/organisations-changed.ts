import type { QueryClient } from '@tanstack/react-query'
import { api } from '#core/api.ts'

export async function organisationsChanged(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [api.tenants.list.key, api.tenants.choices.key].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
