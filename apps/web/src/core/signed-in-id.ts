import { accessToken } from '#core/session.ts'

/** Whose token would be sent now; another tab may have signed somebody else in. */
export function signedInId() {
  const claims = accessToken()?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
  if (claims === undefined) return null
  const { sub } = JSON.parse(atob(claims)) as { sub?: string }
  return Number(sub)
}
