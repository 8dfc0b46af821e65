import { withToken } from '#testing/client.ts'
import { expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestUser, aUser, theTenant } from '#testing/factories.ts'
import { callOfTwoNodes, testApp } from '#testing/test-app.ts'
import { insertLink } from './links.queries.ts'
import { rounds } from '#testing/rounds.ts'

// Two servers on one database.
const PARALLEL = rounds(16, 64)
/** Fewer where each request hashes a password. */
const roundsOf = (kind: string) => (kind === 'email-change' ? rounds(2, 20) : rounds(1, 2))

const t = await testApp({ works: false })
const call = await callOfTwoNodes(t)
const open = await theTenant(t.db, 'public')
const termsId = (await t.owner.query<{ id: number }>('select id from terms')).rows[0]?.id ?? 0

type Link = { email: string; signature: string; user: TestUser }
const account = ({ email }: Link) => ({ email, name: 'Ida', password: PHRASE, terms_id: termsId })
const PHRASE = 'four unrelated words here'

const KINDS = {
  register: {
    path: ({ signature }: Link) => `/register/request/${signature}`,
    body: (link: Link) => ({ ...account(link), organisation_name: 'Example' }),
  },
  invite: {
    path: ({ signature }: Link) => `/register/invite/${signature}`,
    body: account,
  },
  reset: {
    path: ({ signature }: Link) => `/forgot-password/${signature}`,
    body: () => ({ password: PHRASE }),
  },
  'email-change': {
    path: () => '/user/email-change/confirmation',
    body: ({ signature }: Link) => ({ signature }),
  },
} as const

test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
  `a link of the kind %s has its time, and of ${PARALLEL} parallel uses exactly one succeeds`,
  async (kind) => {
    for (let round = 0; round < roundsOf(kind); round += 1) {
      const link = await aLink(kind, `${kind}.${round}@example.org`)
      const browser = aBrowser(call, open.host)
      await browser.send('GET', '/tenant')
      const headers = await bearerOf(link.user)
      const { path, body } = KINDS[kind]
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, () =>
          browser.send('POST', path(link), { body: body(link), headers }),
        ),
      )
      const won = answers.filter(({ statusCode }) => statusCode < 300)
      // 503: no connection was free, so nothing was done.
      const lost = answers.filter(({ statusCode }) => [409, 410, 503].includes(statusCode))
      expect([won.length, lost.length]).toEqual([1, PARALLEL - 1])
      expect(await usesOf(link)).toEqual(USES[kind])
    }
  },
)

const USES = {
  register: { hours: 168, spent: 1, accounts: 1, sessions: 1, changes: 1 },
  invite: { hours: 168, spent: 1, accounts: 1, sessions: 1, changes: 1 },
  reset: { hours: 1, spent: 1, accounts: 0, sessions: 0, changes: 1 },
  'email-change': { hours: 168, spent: 1, accounts: 1, sessions: 0, changes: 1 },
} as const

async function usesOf({ email, user }: Link) {
  const rows = await t.sql`with created as (select id from users where email = ${email})
     select (select round(extract(epoch from expires_at - created_at) / 3600)::int from one_time_links where email = ${email}) as hours,
       (select count(*)::int from one_time_links where email = ${email} and used_at is not null) as spent,
       (select count(*)::int from created) as accounts,
       (select count(*)::int from sessions where user_id in (select id from created) and device <> 'race') as sessions,
       (select count(*)::int from audit_events where actor_id = ${user.id} or actor_id in (select id from created))
         - (select count(*)::int from audit_events where action = 'session.created' and actor_id in (select id from created)) as changes`
  return rows[0]
}

async function aLink(kind: keyof typeof KINDS, email: string): Promise<Link> {
  const user = await aUser(t.db, { tenant: open })
  const scope = t.scope(open.id)
  const isOwned = kind === 'reset' || kind === 'email-change'
  const { signature } = await insertLink(t.db, scope, {
    kind,
    email,
    ...(isOwned && { userId: user.id }),
    ...(kind === 'invite' && { roles: ['user'] }),
  })
  return { email, signature, user }
}

async function bearerOf(user: TestUser) {
  const rows = await t.sql<{ id: number }>`
    insert into sessions (tenant_id, user_id, device, expires_at) values (${user.tenantId}, ${user.id}, 'race', now() + '1 hour') returning id`
  const claims = { userId: user.id, tenantId: user.tenantId, sessionId: rows[0]?.id ?? 0 }
  return withToken(await t.app.tokens.sign(claims))
}
