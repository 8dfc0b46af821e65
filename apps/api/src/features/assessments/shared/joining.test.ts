import { describe, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, type TestUser, aUser, theTenant } from '#testing/factories.ts'
import { linkTo } from '#testing/mailed.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { aSamlVisitor, anOpenidVisitor } from '#testing/sso.ts'
import { aTeamIn, mailsOf } from '#testing/team.ts'

// Who joins with an address gets the elements that wait for it.

const s = await startSso('newcomers')
const { t } = s
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Greta God' })
const [terms] = await t.sql<{ id: number }>`select id from terms`

type Team = Awaited<ReturnType<typeof aTeam>>

const aTeam = async () => await aTeamIn(t, s.tenant)

const edit = async (team: Team, user: TestUser, email: string) => {
  const { body } = await t.as(team.ada).get(`/users/${user.id}`)
  const { version, name } = body as { version: number; name: string }
  return await t.as(team.ada).patch(`/users/${user.id}`, { version, name, email })
}

const accept = async (tenant: TestTenant, email: string) => {
  const { signature } = await linkTo(t, email)
  const browser = aBrowser(t.call, tenant.host)
  await browser.send('GET', '/tenant')
  const body = { email, name: 'Dora', password: 'four unrelated words here', terms_id: terms?.id }
  return await browser.send('POST', `/register/invite/${signature}`, { body })
}

type Door = { email: string; enter: (team: Team, email: string) => Promise<unknown> }

const DOORS: Record<string, Door> = {
  'by the link of the invitation': {
    email: 'dora@partner.example',
    enter: async ({ ada, assign, tenant }, email) => {
      await assign(ada, email, { due_on: '2100-01-31' })
      await accept(tenant, email)
    },
  },
  'by OpenID': {
    email: 'plant.manager@harbour.example',
    enter: async ({ tenant }) => {
      await s.connect()
      await anOpenidVisitor(t, tenant).signIn()
    },
  },
  'by SAML': {
    email: 'quality.lead@harbour-saml.example',
    enter: async ({ tenant }) => {
      await s.connectSaml()
      const visitor = aSamlVisitor(t.call, tenant)
      await visitor.finish(await visitor.ask())
    },
  },
  'because an admin creates the account': {
    email: 'dora@partner.example',
    enter: async ({ tenant }, email) =>
      await t
        .as(god)
        .post('/users', { name: 'Dora', email, roles: ['user'], tenant_id: tenant.id }),
  },
  'because the account moves here': {
    email: 'dora@partner.example',
    enter: async ({ tenant }, email) => {
      const user = await aUser(t.db, { tenant: await s.newTenant(), email, name: 'Dora' })
      await t.as(god).put(`/users/${user.id}/organisation`, { tenant_id: tenant.id })
    },
  },
  'because an admin changes an address': {
    email: 'dora@partner.example',
    enter: async (team, email) => await edit(team, await team.user('Dora'), email),
  },
}

describe.each(Object.entries(DOORS))('who joins %s', (_, { email: address, enter }) => {
  test('gets what waits for their address, whatever its case, and is told', async () => {
    const team = await aTeam()
    const email = address.replace(/^./, (letter) => letter.toUpperCase())
    await t.sql`delete from mails where recipient in (${email}, ${address})`
    expect((await team.assign(team.ann, email, { due_on: '2100-01-31' })).status).toBe(200)
    expect(await team.answerers()).toEqual([email, email, 'owner'])
    await enter(team, address)
    const [dora] = await t.sql<{ id: number; name: string }>`
      select id, name from users where tenant_id = ${team.tenant.id} and email_norm = ${address}`
    expect(await team.answerers()).toEqual([dora?.name, dora?.name, 'owner'])
    expect(await team.people()).toMatchObject({
      members: [{ id: dora?.id, role: 'contributor', elements: 2 }],
      awaited: [],
      needs_person: 0,
    })
    expect(
      await t.sql`select kind, sent_by from notifications where user_id = ${dora?.id ?? 0}`,
    ).toEqual([0, 1].map(() => ({ kind: 'assigned', sent_by: team.ann.id })))
    const told = (await mailsOf(t, address)).filter(({ subject }) =>
      subject.includes('asks you to answer'),
    )
    expect(told).toMatchObject([{ text: expect.stringContaining('Sunday 31 January 2100') }])
  })
})

test('who joins gets nothing complete, and as an auditor nothing at all', async () => {
  const { ann, ada, assign, answerers, people, id, elements, tenant } = await aTeam()
  const email = 'dora.late@partner.example'
  await assign(ann, email, { element_ids: elements })
  await t.sql`insert into element_completions (tenant_id, assessment_id, element_id)
    values (${tenant.id}, ${id}, ${elements[0] ?? 0})`
  await t.as(god).post('/users', { name: 'Dora', email, roles: ['user'], tenant_id: tenant.id })
  expect(await answerers()).toEqual(['owner', 'Dora', 'Dora'])

  const other = 'emil.late@partner.example'
  await assign(ada, other)
  await t.sql`update one_time_links set roles = '{user,auditor}' where email = ${other}`
  await accept(tenant, other)
  expect(await answerers()).toEqual(['owner', null, 'Dora'])
  expect(await people()).toMatchObject({
    members: [{ name: 'Dora' }],
    needs_person: 1,
    awaited: [],
  })
})

test('an assignment while the address joins ends with the user in either order', async () => {
  const { ann, ada, assign, answerers, elements, tenant } = await aTeam()
  const email = 'dora.race@partner.example'
  await assign(ada, email, { element_ids: elements.slice(2) })
  const [assigned, joined] = await Promise.all([assign(ann, email), accept(tenant, email)])
  expect([assigned.status, joined.statusCode]).toEqual([200, 200])
  expect(await answerers()).toEqual(['Dora', 'Dora', 'Dora'])
})
