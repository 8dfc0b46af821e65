import type { SignInWay, SignInWays } from 'contract/identities'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { centralOriginOf, providerOf } from '#features/identity/oidc/provider-of.ts'
import { getPasswordHash } from '#features/identity/users.queries.ts'
import { listIdentities, listOwnConnections } from '#features/identity/account.queries.ts'

type Identity = { id: number; issuer: string; created_at: string }
type Offer = Pick<SignInWay, 'kind' | 'name' | 'domain'> & { issuer: string; isLinkable: boolean }

/** How this person can sign in, or could: what the host offers, and what is linked without being offered. */
export async function waysOf(db: Db, context: SignedInContext): Promise<Omit<SignInWays, 'proof'>> {
  const { scope, actor } = context
  const identities = await listIdentities(db, scope, actor.id)
  const offers = await offersOf(db, context)
  const offered = new Set(offers.map(({ issuer }) => issuer))
  const leftOver = identities.filter(({ issuer }) => !offered.has(issuer))
  const ways = [
    ...offers.map((offer) => present(offer, identities)),
    ...leftOver.map((identity) => present(otherOf(identity), identities)),
  ]
  const hasPassword = (await getPasswordHash(db, scope, actor.id)) !== null
  return { ways, password: passwordOf(context, hasPassword, ways.some(isUsable)) }
}

/** Whether it signs its person in, here and now. */
export function isUsable({ kind, identity }: SignInWay): boolean {
  return kind !== 'other' && identity !== null
}

/** The same rule as the sign-in's: single sign-on has a second step of its own, and a password is not the way round it. */
function passwordOf({ tenant }: SignedInContext, hasPassword: boolean, hasSso: boolean) {
  if (tenant.signInMode === 'sso') return 'sso-only'
  if (!hasPassword) return 'none'
  return tenant.signInMode === 'combined' && hasSso ? 'replaced' : 'usable'
}

async function offersOf(db: Db, context: SignedInContext): Promise<Offer[]> {
  const { app, tenant, scope } = context
  if (tenant.kind === 'platform' || tenant.signInMode === 'credentials') return []
  const connections = await listOwnConnections(db, scope)
  const salesforce = providerOf(context)
  return [
    ...connections.map((one) => ({ ...one, kind: 'sso' as const, isLinkable: true })),
    ...(salesforce
      ? [
          {
            kind: 'salesforce' as const,
            name: 'Salesforce',
            domain: null,
            issuer: salesforce.issuer,
            // There the answer comes to another host, where nobody is signed in.
            isLinkable: centralOriginOf(app.env) === undefined,
          },
        ]
      : []),
  ]
}

function otherOf({ issuer }: Identity): Offer {
  const name = URL.canParse(issuer) ? new URL(issuer).host : issuer
  return { kind: 'other', name, domain: null, issuer, isLinkable: false }
}

function present({ issuer, isLinkable, ...way }: Offer, identities: Identity[]): SignInWay {
  const linked = identities.find((identity) => identity.issuer === issuer)
  return {
    ...way,
    identity: linked ? { id: linked.id, linked_at: linked.created_at } : null,
    can_link: isLinkable && !linked,
  }
}
