import { IDP_PEOPLE } from 'e2e/idp/people'
import { describe, expect, test } from 'vitest'
import { inElement, samlDoors } from '#testing/saml-doors.ts'
import { atEveryDoor } from '#testing/sso-doors.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, aSamlVisitor, ssoFailure } from '#testing/sso.ts'

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
    [...WRITTEN, ['CDATA in values', () => xml(inElement('AttributeValue'), asCdata)]],
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
