import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Env } from './env.ts'

/** A UUID or nginx's `$request_id`. Shorter than what the log takes for a token. */
const ID = /^[\w-]{8,39}$/

/** The `X-Request-Id` of a trusted proxy, so that its log and ours have the same id, or a new one. */
export function requestIds(env: Pick<Env, 'TRUSTED_PROXIES'>) {
  const isTrusted = trustedProxies(env)
  return (request: IncomingMessage): string => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && ID.test(given) && isTrusted(request) ? given : randomUUID()
  }
}

/** Whether a trusted proxy sent the request. */
export function trustedProxies({ TRUSTED_PROXIES }: Pick<Env, 'TRUSTED_PROXIES'>) {
  const proxies = new BlockList()
  for (const range of TRUSTED_PROXIES) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) proxies.addAddress(address, familyOf(address))
    else proxies.addSubnet(address, Number(bits), familyOf(address))
  }
  return ({ socket }: IncomingMessage): boolean => {
    const sender = socket.remoteAddress ?? ''
    return proxies.check(sender, familyOf(sender))
  }
}

function familyOf(address: string) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
