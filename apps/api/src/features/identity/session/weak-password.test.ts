import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { insertLink } from '#support/links.queries.ts'
import { aBrowser } from '#testing/browser.ts'
import { PASSWORD, aUser, theTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { addUser } from '#cli/add-user.ts'
import { readEnv } from '#read-env.ts'
import { TEST_SECRET } from '#testing/names.ts'

const STOLEN = 'nine purple lamps whistle'
const GOOD = 'four unrelated words here'
const EMAIL = 'quentin.zebedee@harbour.example'

// A list of breached passwords that knows one.
const list = createServer((request, response) => {
  const hash = createHash('sha1').update(STOLEN).digest('hex').toUpperCase()
  response.end(request.url === `/range/${hash.slice(0, 5)}` ? `${hash.slice(5)}:3` : '')
})
list.listen(0, '127.0.0.1')
await once(list, 'listening')
const address = list.address()
const port = typeof address === 'object' && address ? address.port : 0
const BREACHED_PASSWORDS_URL = `http://127.0.0.1:${port}/range/`
afterAll(() => list.close())
const t = await testApp({ works: false, env: { BREACHED_PASSWORDS_URL } })
const open = await theTenant(t.db, 'public')
await t.sql`update tenants set name = 'Larkspur Mills' where id = ${open.id}`
const termsId = (await t.sql`select id from terms`)[0]?.id ?? 0

const ORGANISATION = 'Quillon Ferrous'
async function someone() {
  const user = await aUser(t.db, { tenant: open, email: EMAIL, name: 'Quentin Zebedee' })
  await t.sql`update users set organisation_name = ${ORGANISATION} where id = ${user.id}`
  return user
}

async function setterBy(flow: (typeof FLOWS)[number]) {
  await t.sql`delete from users where email_norm = ${EMAIL}`
  if (flow === 'settings') {
    const caller = t.as(await someone())
    return (password: string) =>
      caller.put('/user/password', { current_password: PASSWORD, password })
  }
  const userId = flow === 'reset' ? (await someone()).id : undefined
  const { signature } = await insertLink(t.db, t.scope(open.id), {
    kind: flow,
    email: EMAIL,
    ...(userId !== undefined && { userId }),
    ...(flow === 'invite' && { roles: ['user'] }),
  })
  const path = { register: 'register/request', invite: 'register/invite', reset: 'forgot-password' }
  const account = { email: EMAIL, name: 'Quentin Zebedee', terms_id: termsId }
  const browser = aBrowser(t.call, open.host)
  await browser.send('GET', '/tenant')
  return async (password: string) => {
    const body = {
      password,
      ...(flow !== 'reset' && account),
      ...(flow === 'register' && { organisation_name: ORGANISATION }),
    }
    const answer = await browser.send('POST', `/${path[flow]}/${signature}`, { body })
    return {
      status: answer.statusCode,
      body: answer.body === '' ? {} : answer.json<{ fields?: { password?: string } }>(),
    }
  }
}
const FLOWS = ['register', 'invite', 'reset', 'settings'] as const

test.each(FLOWS)(
  'short, long, guessable and breached passwords are refused by field at %s, and the link stays',
  async (flow) => {
    const set = await setterBy(flow)
    const refusals: (readonly [password: string, reason: RegExp])[] = [
      ['eleven char', /12 characters/],
      ['x'.repeat(129), /128 characters/],
      ['twelve chars\u0000', /./],
      ['ADMINISTRATOR', /easy to guess/],
      ['Waymark-waymark1', /easy to guess\. Try four unrelated words/],
      ['LarkspurMills2026', /easy to guess/],
      ['QuentinZebedee1815', /easy to guess/],
      ['quentin.zebedee!1', /easy to guess/],
      ...(flow === 'invite' ? [] : [['QuillonFerrous9', /easy to guess/] as const]),
      [STOLEN, /found in a data breach/],
    ]
    for (const [password, reason] of refusals)
      expect(await set(password), password).toMatchObject({
        status: 400,
        body: { code: 'invalid-input', fields: { password: expect.stringMatching(reason) } },
      })
    expect((await set(GOOD)).status).toBeLessThan(300)
  },
)

test('a breached password is refused on the command line', async () => {
  const env = readEnv({
    DATABASE_URL: t.ownerUrl,
    WAYMARK_SECRET: TEST_SECRET,
    BREACHED_PASSWORDS_URL,
  })
  const add = (password: string) =>
    addUser(
      env,
      { email: 'a@example.org', name: 'Ada', roles: ['user'], tenant: 'public' },
      async () => password,
    )
  await expect(add(STOLEN)).rejects.toThrow('found in a data breach')
  expect(await add(GOOD)).toContain('Added Ada')
})
