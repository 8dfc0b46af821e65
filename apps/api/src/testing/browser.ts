import type { InjectOptions } from 'fastify'
import { DEVICE_HEADER } from 'contract/cookies'
import { withToken } from './client.ts'
import { PASSWORD } from './factories.ts'
import { aBrowser as aTravellingBrowser } from './sso.ts'
import type { Answer, CallOptions } from './test-app.ts'

type Sent = Pick<InjectOptions, 'headers' | 'remoteAddress'> & { body?: object }

export type Browser = ReturnType<typeof aBrowser>

/** By https or http. */
function xsrfIn(jar: Map<string, string>): string {
  return jar.get('__Host-XSRF-TOKEN') ?? jar.get('XSRF-TOKEN') ?? ''
}

/** A browser at one host that keeps cookies and the proof that it is known, and sends the XSRF header. */
export function aBrowser(call: (options: CallOptions) => Promise<Answer>, host: string) {
  const browser = aTravellingBrowser(call)
  const jar = browser.jarOf(host)
  const known: { proof?: string } = {}
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { body, headers, ...options }: Sent = {},
  ): Promise<Answer> => {
    const answer = await browser.send(`http://${host}/api${path}`, {
      ...options,
      method,
      ...(body && { payload: body }),
      headers: {
        'x-xsrf-token': xsrfIn(jar),
        ...(known.proof !== undefined && { [DEVICE_HEADER]: known.proof }),
        ...headers,
      },
    })
    const given = answer.headers[DEVICE_HEADER]
    if (given !== undefined) known.proof = String(given)
    return answer
  }
  return {
    jar,
    known,
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
