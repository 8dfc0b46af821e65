import type { CookieSerializeOptions } from '@fastify/cookie'
import { COOKIE_MAX_AGE, type CookieName, cookieName } from 'contract/cookies'
import type { PublicContext } from './context.ts'
import type { Env } from './env.ts'

type Asked = Pick<PublicContext, 'app' | 'request'>
type Answered = Pick<PublicContext, 'app' | 'reply'>

/** Scripts read these two. */
const READABLE = new Set<CookieName>(['XSRF-TOKEN', 'pat_oidc'])

/** What every cookie is called and how it is set: bound to its host and `Secure` wherever pages come by https. */
export function cookieOf({ PUBLIC_URL }: Env, name: CookieName, maxAge = COOKIE_MAX_AGE) {
  const { protocol } = new URL(PUBLIC_URL)
  const options: CookieSerializeOptions = {
    path: '/',
    secure: protocol === 'https:',
    httpOnly: !READABLE.has(name),
    sameSite: 'lax',
    maxAge,
  }
  return { key: cookieName(name, protocol), options }
}

export function readCookie({ app, request }: Asked, name: CookieName): string | undefined {
  return request.cookies[cookieOf(app.env, name).key]
}

export function setCookie({ app, reply }: Answered, name: CookieName, value: string, age?: number) {
  const { key, options } = cookieOf(app.env, name, age)
  void reply.setCookie(key, value, options)
}

export function clearCookie({ app, reply }: Answered, name: CookieName) {
  const { key, options } = cookieOf(app.env, name)
  void reply.clearCookie(key, options)
}
