import { withToken } from './client.ts'
import type { InjectOptions } from 'fastify'
import { PASSWORD } from './factories.ts'
import type { Answer } from './test-app.ts'

type Call = (options: InjectOptions & { host: string }) => Promise<Answer>
type Sent = Pick<InjectOptions, 'headers' | 'remoteAddress'> & { body?: object }

export type Browser = ReturnType<typeof aBrowser>

/** A browser at one host that keeps cookies and sends the XSRF header. */
export function aBrowser(call: Call, host: string) {
  const jar = new Map<string, string>()
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { body, headers, ...options }: Sent = {},
  ): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const answer = await call({
      ...options,
      method,
      host,
      url: `/api${path}`,
      ...(body && { payload: body }),
      headers: {
        cookie: cookie.join('; '),
        'x-xsrf-token': jar.get('__Host-XSRF-TOKEN') ?? '',
        ...headers,
      },
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    jar,
    send,
    /** The first GET returns the XSRF cookies. */
    signIn: async (email: string, password = PASSWORD, options: Sent = {}): Promise<Answer> => {
      await send('GET', '/tenant')
      return await send('POST', '/login', { ...options, body: { email, password } })
    },
    refresh: (options?: Sent) => send('POST', '/refresh-token', options),
    user: (token: string) => send('GET', '/user', { headers: withToken(token) }),
  }
}
