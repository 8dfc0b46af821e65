import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { oidcSettingsQuery } from './oidc-settings.ts'

export async function requireDebugPages({ context }: { context: { queryClient: QueryClient } }) {
  const settings = await context.queryClient.ensureQueryData(oidcSettingsQuery)
  if (!settings.has_debug_pages) throw notFound()
}
