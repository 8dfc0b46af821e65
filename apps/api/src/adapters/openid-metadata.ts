import { type AnswerFault, ALGORITHMS, PUBLISHED, shown } from './openid-answers.ts'

/** Where the provider must be reachable. Without the last one, the id token has to say everything. */
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
const OPTIONAL = 'userinfo_endpoint'

/** Characters; a little less than proxies take, for what a sign-in adds. */
const LONGEST_PAGE = 1500
/** What Waymark verifies, apart from rare ones. */
const ALGORITHM = /^(RS|PS|ES)(256|384|512)$|^EdDSA$|^Ed25519$/

type Published = { [name: string]: unknown }

/** Why the addresses that a provider publishes can’t be used, without calling them. */
export function addressesFault(
  published: Published,
  isInsecureAllowed: boolean,
): AnswerFault | undefined {
  const names = published[OPTIONAL] === undefined ? NEEDED : [...NEEDED, OPTIONAL]
  for (const name of names) {
    const fault = addressFault(name, published[name], isInsecureAllowed)
    if (fault) return { what: fault[0], whatToDo: fault[1], isPassing: false }
  }
  return undefined
}

function addressFault(
  name: string,
  value: unknown,
  isInsecureAllowed: boolean,
): [what: string, whatToDo: string] | undefined {
  if (typeof value !== 'string' || !URL.canParse(value))
    return [
      `the provider’s configuration names no usable ${name}${value === undefined ? '' : ` (${shown(value)})`}`,
      'Set the provider to publish the full address.',
    ]
  const { protocol, username, password } = new URL(value)
  if (protocol !== 'https:' && protocol !== 'http:')
    return [
      `the provider’s ${name} isn’t a web address (${shown(protocol)})`,
      'Set the provider to publish an https address.',
    ]
  // It never gets into a log.
  if (username !== '' || password !== '')
    return [
      `the provider’s ${name} has a user name or password in it`,
      'Set the provider to publish the address without them, and change that password, because everyone can read it.',
    ]
  if (protocol === 'http:' && !isInsecureAllowed)
    return [
      `the provider’s ${name} is an address without https`,
      'Set the provider to publish https addresses only.',
    ]
  return undefined
}

/** What the test of a connection finds, too, and a sign-in says later. */
export function publishedFault(
  published: Published,
  isInsecureAllowed: boolean,
): AnswerFault | undefined {
  const fault = addressesFault(published, isInsecureAllowed)
  if (fault) return fault
  const { authorization_endpoint: page, id_token_signing_alg_values_supported: algorithms } =
    published
  if (String(page).length > LONGEST_PAGE)
    return {
      what: `the provider’s authorization_endpoint is ${String(page).length} characters long`,
      whatToDo: `Shorten it to ${LONGEST_PAGE} characters.`,
      isPassing: false,
    }
  if (!Array.isArray(algorithms) || algorithms.some((one) => ALGORITHM.test(String(one))))
    return undefined
  return {
    what: `the provider announces only algorithms that Waymark doesn’t accept (${shown(algorithms)})`,
    whatToDo: ALGORITHMS,
    isPassing: false,
  }
}

const SECRETS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'priv']

/** Everyone can sign as the provider with a private key that it publishes. */
export function keysFault(body: unknown): AnswerFault | undefined {
  const keys = isRecord(body) && Array.isArray(body['keys']) ? (body['keys'] as unknown[]) : []
  const isSecret = (key: unknown) =>
    isRecord(key) && SECRETS.some((name) => key[name] !== undefined)
  if (!keys.some(isSecret)) return undefined
  return {
    what: 'the provider publishes a private key, so anyone can now sign as the provider',
    whatToDo: `Replace that key at the provider, and set it to publish public keys only. ${PUBLISHED}`,
    isPassing: false,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
