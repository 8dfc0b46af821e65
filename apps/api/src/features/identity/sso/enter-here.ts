import type { PublicContext } from '#core/context.ts'
import { COOKIE } from '#core/request-origin.ts'
import { startSession } from '#features/identity/sign-in.ts'

/** Read and deleted by the page that it leads to. */
const OIDC_COOKIE = '__Host-pat_oidc'

/** Opens a session on this host and answers the page that takes its token over. */
export async function enterHere(
  context: PublicContext,
  userId: number,
  redirect = '/',
): Promise<string> {
  const token = await context.inTenant((db) => startSession(db, context, userId, { method: 'sso' }))
  context.reply.setCookie(OIDC_COOKIE, token, { ...COOKIE, httpOnly: false })
  const search = redirect === '/' ? '' : `?${new URLSearchParams({ redirect }).toString()}`
  return `/auth/sso/process-signin${search}`
}
