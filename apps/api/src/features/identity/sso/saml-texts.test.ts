import { IDP_PEOPLE } from 'e2e/idp/people'
import { describe, expect, test } from 'vitest'
import { inElement, samlDoors } from '#testing/saml-doors.ts'
import { atEveryDoor } from '#testing/sso-doors.ts'
import { aUser } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, originAt, ssoFailure } from '#testing/sso.ts'

// The same texts, as directories write them.

const s = await startSso('samltexts')
const { doors: DOORS, xml } = await samlDoors(s)
const SUBJECT = IDP_PEOPLE.find(({ hint }) => hint === 'quality')?.userId ?? ''

const around = (text: string) => `\n\t ${text} \n`
const asCdata = (text: string) => `<![CDATA[${text.slice(0, 4)}]]>${text.slice(4)}`
const commented = (text: string) => `<!-- a -->${text.slice(0, 4)}<!-- <b> -->${text.slice(4)}`
const WRITTEN: [name: string, change: () => unknown][] = ['Issuer', 'Audience', 'NameID'].flatMap(
  (name) => [
    [`spaces around ${name}`, () => xml(inElement(name), around)],
    [`CDATA in ${name}`, () => xml(inElement(name), asCdata)],
    [`comments in ${name}`, () => xml(inElement(name), commented)],
  ],
)
const links = async () =>
  await s.t
    .sql`select subject from identities where connection_id = (select max(id) from sso_connections)`

test.each(
  atEveryDoor(
    [
      ...WRITTEN,
      ['CDATA in values', () => xml(inElement('AttributeValue'), asCdata)],
      [
        'success inside success',
        () => xml(/<samlp:StatusCode ([^>]+)\/>/, '<samlp:StatusCode $1>$&</samlp:StatusCode>'),
      ],
    ],
    DOORS,
  ),
)('an answer with $name says the same when $at', async ({ rule: [, change], door: [, enter] }) => {
  change()
  expect((await enter()).detail).toBeUndefined()
  expect(await links()).toEqual([{ subject: SUBJECT }])
})

const FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:'

describe('a name ID in another case', () => {
  const sendAs = (text: string, format: string) =>
    xml(/<saml:NameID [^>]+>[^<]+/, `<saml:NameID Format="${FORMAT}${format}">${text}`)
  const signInTwice = async (format: string, [one, two]: [string, string]) => {
    await s.connectSaml()
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const ends: string[] = []
    for (const text of [one, two]) {
      sendAs(text, format)
      ends.push(await visitor.finish(await visitor.ask()))
    }
    return ends
  }

  test.each([
    ['Quality.Lead@Harbour.example', 'quality.lead@harbour.EXAMPLE'],
    ['quality.lead@harbour.example', ' QUALITY.LEAD@harbour.example\n'],
  ])('is the same account if it is an address: %j', async (...texts) => {
    expect(await signInTwice('emailAddress', texts)).toEqual([SSO_SUCCESS, SSO_SUCCESS])
    expect(await links()).toEqual([{ subject: texts[0] }])
  })

  test.each(['persistent', 'unspecified'])('is another one in the format %s', async (format) => {
    expect(await signInTwice(format, ['Lead', 'lead'])).toEqual([
      SSO_SUCCESS,
      ssoFailure('linked-elsewhere'),
    ])
  })

  test('finds a link that was stored with spaces', async () => {
    expect(await signInTwice('persistent', ['Lead', 'Lead'])).toEqual([SSO_SUCCESS, SSO_SUCCESS])
    await s.t.sql`update identities set subject = E'\n  Lead ' where subject = 'Lead'`
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    expect(await visitor.finish(await visitor.ask())).toBe(SSO_SUCCESS)
  })
})

describe('a persistent name ID', () => {
  const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
  const signInWith = async (qualifiers: string) => {
    const tag = `<saml:NameID Format="${PERSISTENT}" ${qualifiers}>42`
    xml(/<saml:NameID [^>]+>[^<]+/, tag)
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    return await visitor.finish(await visitor.ask())
  }

  test.each(['NameQualifier', 'SPNameQualifier'])(
    'is another user’s with another %s',
    async (name) => {
      await s.connectSaml()
      expect(await signInWith(`${name}="https://a.example"`)).toBe(SSO_SUCCESS)
      expect(await signInWith(`${name}="https://b.example"`)).toBe(ssoFailure('linked-elsewhere'))
      expect(await signInWith('')).toBe(ssoFailure('linked-elsewhere'))
      expect(await signInWith(`${name}="https://a.example"`)).toBe(SSO_SUCCESS)
    },
  )

  test('is the same whether it names the provider and us or not', async () => {
    await s.connectSaml()
    const us = `${originAt(s.tenant)}/auth/sso/harbour-saml.example`
    expect(await signInWith('')).toBe(SSO_SUCCESS)
    const both = `NameQualifier="${s.saml.entityId}" SPNameQualifier="${us}"`
    expect(await signInWith(both)).toBe(SSO_SUCCESS)
    expect(await links()).toEqual([{ subject: '42' }])
  })
})

describe('a friendly name', () => {
  const BOSS = 'boss@harbour-saml.example'
  const attribute = (names: string, value: string) =>
    `<saml:Attribute ${names}><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`
  const signInWith = async (sent: string) => {
    await s.connectSaml()
    await aUser(s.t.db, { tenant: s.tenant, email: BOSS })
    xml(/(?<=<saml:AttributeStatement>).*(?=<\/saml:AttributeStatement>)/, sent)
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    return await visitor.finish(await visitor.ask())
  }

  test('counts only where no other name says whose address it is', async () => {
    const friendly = attribute('Name="urn:oid:1.3.6.1.4.1.99999.1" FriendlyName="email"', BOSS)
    const own = attribute('Name="mail"', 'quality.lead@harbour-saml.example')
    expect(await signInWith(friendly + own)).toBe(SSO_SUCCESS)
    expect(await s.identities()).toHaveLength(1)
    expect(
      await s.t
        .sql`select from users where email = ${BOSS} and id in (select user_id from identities)`,
    ).toHaveLength(0)
  })

  test.each([
    'manager',
    'urn:oid:0.9.2342.19200300.100.1.10',
    'urn:mace:dir:attribute-def:secretary',
  ])('never makes the address of someone else the user’s: %s', async (name) => {
    expect(await signInWith(attribute(`Name="${name}" FriendlyName="mail"`, BOSS))).toBe(
      ssoFailure('no-email'),
    )
  })
})

describe('a status', () => {
  const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:'

  test('may have spaces around it', async () => {
    xml(`${STATUS}Success`, around)
    expect((await DOORS[0]?.[1]())?.detail).toBeUndefined()
  })

  test.each(
    ['AuthnFailed', 'samlp:AuthnFailed', `${STATUS}authnfailed`, ` ${STATUS}AuthnFailed `].concat(
      'urn:oasis:names:tc:SAML:1.0:status:AuthnFailed',
    ),
  )('of a user who cancelled may be spelled as “%s”', async (odd) => {
    s.saml.rewriteXml = undefined
    await s.connectSaml()
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const form = await visitor.ask('refuse')
    const text = Buffer.from(form.SAMLResponse, 'base64').toString()
    const SAMLResponse = Buffer.from(text.replace(`${STATUS}AuthnFailed`, odd)).toString('base64')
    const end = await visitor.finish({ ...form, SAMLResponse })
    await s.expectRefused(end, 'cancelled', /AuthnFailed\. If the user didn’t cancel, assign/)
  })
})
