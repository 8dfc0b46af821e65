import type { LinkCheck, LinkFault } from 'contract/registration'
import type { Scope } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { type Link, type LinkClaim, findLink, spendLink } from './links.queries.ts'

/** What a page asks before it shows its form. Looking uses nothing up: mail scanners open links too. */
export async function checkLink(db: Db, scope: Scope, claim: LinkClaim): Promise<LinkCheck> {
  const link = await findLink(db, scope, claim)
  if (!link) return { data: null, errorCode: 'INVALID' }
  return link.fault
    ? { data: null, errorCode: link.fault }
    : { data: { email: link.email }, errorCode: null }
}

/** Uses a link up and answers what it holds, or says why it does not work. */
export async function useLink(db: Db, scope: Scope, claim: LinkClaim): Promise<Link> {
  const link = await spendLink(db, scope, claim)
  if (!link) throw deadLink((await findLink(db, scope, claim))?.fault ?? 'INVALID')
  return link
}

/** Refuses a dead link before anything costly is done, else answers its address; only `useLink` decides. */
export async function requireLink(db: Db, scope: Scope, claim: LinkClaim): Promise<string> {
  const { data, errorCode } = await checkLink(db, scope, claim)
  if (!data) throw deadLink(errorCode ?? 'INVALID')
  return data.email
}

const WORDS: Record<LinkFault, string> = {
  INVALID: 'This link is not valid.',
  EXPIRED: 'This link is too old.',
  USED: 'This link was used before.',
  REVOKED: 'This link was withdrawn.',
}

function deadLink(errorCode: LinkFault) {
  return new ApiError('signature-invalid', `${WORDS[errorCode]} Ask for a new one.`, {
    details: { errorCode },
  })
}
