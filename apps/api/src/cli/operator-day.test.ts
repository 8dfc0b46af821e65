import { expect, test } from 'vitest'
import { anAuthenticator } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { eventsAbout } from '#testing/events.ts'
import { PASSWORD, aConnection, aTenant, aUser, anIdentity, theTenant } from '#testing/factories.ts'
import { mailsTo } from '#testing/mailed.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const t = await testApp({ works: false })
const variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET }
const run = async (line: string) => String(await waymark(line.split(' '), variables))
const rowsOf = async (line: string) =>
  (await run(`${line} --json`)).split('\n').map((row) => JSON.parse(row) as object)

const acme = await aTenant(t.db, { domain: 'acme', name: 'Acme Ltd' })
const admin = await aUser(t.db, { tenant: acme, roles: ['admin'], email: 'anna@acme.example' })
const ben = await aUser(t.db, { tenant: acme, name: 'Ben', email: 'ben@acme.example' })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, {
  tenant: platform,
  roles: ['god-admin'],
  name: 'Gus',
  email: 'gus@example.org',
})
const browser = () => aBrowser(t.call, acme.host)
const subjectsTo = async (email: string) => (await mailsTo(t, email)).map(({ subject }) => subject)

test('user list shows roles, sign-in methods and who is locked', async () => {
  await anAuthenticator(t, admin)
  await aConnection(t.db, acme, { domain: 'acme.example' })
  await anIdentity(t.db, ben, 'http://127.0.0.1:9')
  await t.sql`update users set password_hash = null where id = ${ben.id}`
  for (let turn = 0; turn < 10; turn += 1) await browser().signIn(admin.email, 'a wrong password')
  const [anna, other] = await rowsOf('user list --tenant acme')
  expect(other).toEqual({
    tenant: 'acme',
    email: 'anna@acme.example',
    name: 'Test User',
    roles: ['admin'],
    is_active: true,
    has_password: true,
    mfa_enabled: true,
    identities: [],
    last_login_at: null,
    locked_until: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(anna).toMatchObject({ has_password: false, identities: ['acme.example'] })
  const table = (await run('user list --tenant acme')).split('\n')
  expect(table[0]).toMatch(/^organisation {2}email +name +roles +status +signs in with +last/)
  expect(table[1]).toMatch(/^acme +ben@acme\.example +Ben +User +active +acme\.example +never$/)
  expect(table[2]).toMatch(/ Admin +locked until \d{4}-.* password and code +never$/)
  await t.sql`delete from rate_limits`
})

test('user list with a role names the god-admins', async () => {
  expect(await rowsOf('user list --role god-admin')).toMatchObject([
    { tenant: 'admin', email: 'gus@example.org', roles: ['god-admin'] },
  ])
  expect(await run('user list --search nobody@')).toBe('No users were found.')
  await expect(run('user list --role chief')).rejects.toThrow(
    'Choose one of these roles: god-admin',
  )
})

test('reset-mfa turns off two-step verification as an admin does, also a god-admin’s', async () => {
  for (const [user, tenant] of [
    [admin, 'acme'],
    [god, 'admin'],
  ] as const) {
    if (user === god) await anAuthenticator(t, god)
    expect(await run(`user reset-mfa ${user.email} --tenant ${tenant}`)).toBe(
      `Reset two-step verification of ${user.email} at ${tenant}. They are signed out, and an email to them is queued.`,
    )
    expect((await eventsAbout(t, `user ${user.id}`)).at(-1)).toMatchObject({
      action: 'mfa.reset',
      actor_id: null,
    })
  }
  expect((await browser().signIn(admin.email, PASSWORD)).json()).toHaveProperty('token')
  expect(await subjectsTo(admin.email)).toEqual(['Two-step verification was reset (Acme Ltd)'])
  await expect(run(`user reset-mfa ${admin.email} --tenant acme`)).rejects.toThrow(
    'anna@acme.example has no two-step verification, so nothing was changed.',
  )
})

test('send-link emails a link to set a new password, unless the user needs none', async () => {
  expect(await rowsOf(`user send-link ${admin.email.toUpperCase()} --tenant acme`)).toEqual([
    { tenant: 'acme', email: admin.email },
  ])
  expect(await subjectsTo(admin.email)).toContain('Choose a new password (Acme Ltd)')
  expect((await eventsAbout(t, `user ${admin.id}`)).at(-1)).toMatchObject({
    action: 'password_reset.sent',
  })
  await t.sql`update tenants set sign_in_mode = 'sso' where id = ${acme.id}`
  await expect(run('user send-link ben@acme.example --tenant acme')).rejects.toThrow(
    'Ben signs in with single sign-on and doesn’t need a password link.',
  )
  await t.sql`update tenants set sign_in_mode = 'credentials' where id = ${acme.id}`
  await expect(run('user send-link ben@acme.example --tenant admin')).rejects.toThrow(
    'No user at admin has the email address ben@acme.example.',
  )
})

test('suspend closes an organisation as a god-admin does, and resume opens it', async () => {
  expect(await run('tenant suspend acme')).toBe(
    'Acme Ltd is suspended. Its users can’t sign in until you run npm run tenant -- resume acme.',
  )
  expect((await t.as(admin).get('/user')).code).toBe('organisation-suspended')
  expect(await rowsOf('tenant list')).toContainEqual({
    label: 'acme',
    name: 'Acme Ltd',
    status: 'suspended',
    removal_at: null,
    users: 2,
    attachment_bytes: 0,
    attachment_quota: expect.any(Number),
    last_login_at: expect.stringMatching(/^\d{4}-/),
  })
  await expect(run(`user send-link ${admin.email} --tenant acme`)).rejects.toThrow(
    'This organisation is suspended. Reactivate it first.',
  )
  expect(await rowsOf('tenant resume acme')).toEqual([{ label: 'acme', status: 'active' }])
  expect((await t.at(acme.host).get('/tenant')).status).toBe(200)
  expect(
    await t.sql`select action, actor_id from audit_events where tenant_id = ${acme.id} and action like 'organisation.%' order by id`,
  ).toEqual([
    { action: 'organisation.suspended', actor_id: null },
    { action: 'organisation.reactivated', actor_id: null },
  ])
  await expect(run('tenant suspend public')).rejects.toThrow('can’t suspend the public')
})

test('tenant list says when a closed organisation is deleted', async () => {
  expect(await rowsOf('tenant add closing --name Closing')).toEqual([
    { label: 'closing', name: 'Closing', host: 'closing.localhost' },
  ])
  const removal_at: unknown = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(await rowsOf('tenant remove closing --yes')).toEqual([{ label: 'closing', removal_at }])
  expect(await rowsOf('tenant keep closing')).toEqual([{ label: 'closing', status: 'active' }])
  await run('tenant remove closing --yes')
  expect(await run('tenant list')).toMatch(
    /^closing +Closing +closed, to be deleted on \d{4}-\d\d-\d\d /m,
  )
})

test('rename moves an organisation to another address, after a question', async () => {
  await expect(run('tenant rename acme apex')).rejects.toThrow('Use --yes instead')
  await expect(run('tenant rename acme Acme')).rejects.toThrow('already has the label acme')
  await expect(run('tenant rename acme badmin --yes')).rejects.toThrow('This domain is reserved.')
  await expect(run('tenant rename acme closing --yes')).rejects.toThrow(
    'Another organisation already uses this domain.',
  )
  await expect(run('tenant rename public other --yes')).rejects.toThrow(
    'can’t change the domain of the public organisation',
  )
  expect(await run('tenant rename acme apex --yes')).toBe(
    'Acme Ltd is now at apex.localhost. All nodes use the new address within 5 seconds.',
  )
  expect((await t.at('apex.localhost').get('/tenant')).body).toMatchObject({ name: 'Acme Ltd' })
  const [event] = await t.sql<{ details: object }>`
    select details from audit_events where tenant_id = ${acme.id} and action = 'organisation.changed'`
  expect(event?.details).toEqual({ domain: 'acme → apex' })
})
