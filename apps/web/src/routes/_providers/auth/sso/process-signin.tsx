import { createFileRoute, redirect } from '@tanstack/react-router'
import { cookieName } from 'contract/cookies'
import { lenient, someText } from '#core/lenient.ts'
import { safeRedirect } from 'contract/safe-redirect'
import { startSession } from '#core/session.ts'
import { readCookie, writeCookie } from '#core/storage-keys.ts'
import { identityKeys } from '#features/identity/oidc/has-identity.ts'

const readSearch = lenient({ redirect: someText })

/** Reads the token from the server's cookie and replaces the current session. */
export const Route = createFileRoute('/_providers/auth/sso/process-signin')({
  validateSearch: readSearch,
  beforeLoad: ({ preload, search }) => {
    if (preload) return
    const cookie = cookieName('pat_oidc', location.protocol)
    const token = readCookie(cookie)
    writeCookie(cookie, '', 0)
    if (!token) throw redirect({ to: '/login', replace: true })
    for (const key of identityKeys()) sessionStorage.removeItem(key)
    startSession(token)
    throw redirect({ href: safeRedirect(search.redirect), replace: true })
  },
})
