import { createFileRoute } from '@tanstack/react-router'
import { oidcSettingsQuery } from '#features/identity/oidc/oidc-settings.ts'

/** Loaded in a hidden frame during silent renewal; passes the response to the parent page. */
export const Route = createFileRoute('/auth/salesforce/silent-callback')({
  head: () => ({ meta: [{ title: 'Signing in' }] }),
  loader: async ({ context, preload }) => {
    if (preload) return
    const { provider } = await context.queryClient.ensureQueryData(oidcSettingsQuery)
    if (provider === null || window.self === window.top) return
    const { answerSilentCallback } = await import('#features/identity/oidc/identity-client.ts')
    await answerSilentCallback(provider)
  },
  component: () => null,
})
