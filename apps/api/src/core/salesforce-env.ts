import { z } from 'zod'

const Address = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://example.my.salesforce.com',
})
const Flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')

/** Salesforce's own ids: 15 characters, or 18 of which the last three are a checksum. */
const OrganisationIds = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  )
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^00D[A-Za-z0-9]{12}([A-Za-z0-9]{3})?$/,
          'must be ids of Salesforce organisations (00D…), separated by commas',
        ),
    ),
  )

/** Signing in with Salesforce: off without an issuer. */
export const SALESFORCE_VARIABLES = {
  SALESFORCE_ISSUER: Address.optional(),
  SALESFORCE_CLIENT_ID: z.string().optional(),
  SALESFORCE_ORGANISATIONS: OrganisationIds,
  SALESFORCE_JWKS_URL: Address.optional(),
  SALESFORCE_TOKEN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .int('must be a number of seconds')
    .min(3, 'must be at least 3')
    .default(7200),
  SALESFORCE_REFRESH_TOKEN: Flag.default(true),
  SALESFORCE_CENTRAL_CALLBACK: Flag.default(false),
}

type Given = {
  NODE_ENV: string
  SALESFORCE_ISSUER?: string | undefined
  SALESFORCE_CLIENT_ID?: string | undefined
  SALESFORCE_ORGANISATIONS: string[]
  SALESFORCE_JWKS_URL?: string | undefined
}

/** What does not go together, by variable. */
export function salesforceFaults(env: Given): [name: string, message: string][] {
  const { SALESFORCE_ISSUER: issuer, SALESFORCE_JWKS_URL: keys } = env
  if (issuer === undefined) return []
  const faults: [string, string][] = []
  const together = 'must be set when SALESFORCE_ISSUER is'
  if (env.SALESFORCE_CLIENT_ID === undefined) faults.push(['SALESFORCE_CLIENT_ID', together])
  // One issuer may serve all organisations, and anybody can make one: without the list anybody could come.
  if (env.SALESFORCE_ORGANISATIONS.length === 0) faults.push(['SALESFORCE_ORGANISATIONS', together])
  if (env.NODE_ENV === 'production') {
    const message = 'must be https in production'
    if (!issuer.startsWith('https:')) faults.push(['SALESFORCE_ISSUER', message])
    if (keys?.startsWith('http:')) faults.push(['SALESFORCE_JWKS_URL', message])
  }
  return faults
}
