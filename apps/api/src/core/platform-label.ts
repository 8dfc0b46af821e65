import { z } from 'zod'

const FIRST = 'admin'

/** The first label of the platform's host name. Each of several installations behind one domain has its own. */
export const PlatformLabel = z
  .string()
  .regex(
    /^(?=.*admin)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
    'must contain admin, start and end with a letter or number, and have at most 63 lower-case letters, numbers and hyphens, such as admin-two',
  )
  .default(FIRST)

/** Only the first installation behind a domain has `BASE_DOMAIN` itself and the public organisation. */
export function hasPublicHost({ PLATFORM_LABEL }: { PLATFORM_LABEL: string }): boolean {
  return PLATFORM_LABEL === FIRST
}
