import { api } from '#core/api.ts'

export const oidcSettingsQuery = {
  ...api.oidc.settings.query(),
  staleTime: Infinity,
  gcTime: Infinity,
}
