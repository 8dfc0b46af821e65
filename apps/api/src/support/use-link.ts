import type { LinkCheck, LinkFault } from 'contract/registration'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { type Link, type LinkClaim, findLink, spendLink } from './links.queries.ts'

/** Reads a link without using it, because mail scanners open links too. */
export async function checkLink(db: Db, scope: Scope, claim: LinkClaim): Promise<LinkCheck> {
  const link = await findLink(db, scope, claim)
  if (!link) return { data: null, errorCode: 'INVALID' }
  return link.fault
    ? { data: null, errorCode: link.fault }
    : { data: { email: link.email }, errorCode: null }
}

/** Uses a link, or throws an error that says why it doesn't work. */
export async function useLink(db: Db, scope: Scope, claim: LinkClaim): Promise<Link> {
  const link = await spendLink(db, scope, claim)
  if (!link) throw deadLink((await findLink(db, scope, claim))?.fault ?? 'INVALID')
  return link
}

/** Refuses a dead link before expensive work. Only `useLink` decides. */
export async function requireLink(db: Db, scope: Scope, claim: LinkClaim): Promise<string> {
  const { data, errorCode } = await checkLink(db, scope, claim)
  if (!data) throw deadLink(errorCode ?? 'INVALID')
  return data.email
}

const MESSAGES: Record<LinkFault, string> = {
  INVALID: 'This link does not work.',
  EXPIRED: 'This link has expired.',
  USED: 'This link has already been used.',
  REVOKED: 'This link was withdrawn.',
}

function deadLink(errorCode: LinkFault) {
  return new ApiError('signature-invalid', `${MESSAGES[errorCode]} Request a new one.`, {
    details: { errorCode },
  })
}
