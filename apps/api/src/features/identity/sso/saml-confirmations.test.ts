import type { SsoFailureReason } from 'contract/sso'
import { describe, expect, test } from 'vitest'
import { samlDoors } from '#testing/saml-doors.ts'
import { atEveryDoor } from '#testing/sso-doors.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { ssoFailure } from '#testing/sso.ts'

// An assertion may confirm its user in several ways. One that holds suffices.

const s = await startSso('samlconfirmations')
const { doors: DOORS, xml, nothingHappened } = await samlDoors(s)
const at = (n: number) => new Date(Date.now() + n * 1000).toISOString()

const CONFIRMATION = /<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/
const END = /(?<= NotOnOrAfter=")[^"]+/
const to = (recipient: string) => (one: string) => one.replace(/(?<= Recipient=")[^"]+/, recipient)
const until = (end: string) => (one: string) => one.replace(END, end)
const from = (start: string) => (one: string) =>
  one.replace('<saml:SubjectConfirmationData ', `$&NotBefore="${start}" `)
const by = (method: string) => (one: string) => one.replace('cm:bearer', `cm:${method}`)
const answering = (request: string) => (one: string) =>
  one.replace(/(?<= InResponseTo=")[^"]+/, request)
const withoutEnd = (one: string) => one.replace(/ NotOnOrAfter="[^"]+"/, '')
const withoutRequest = (one: string) => one.replace(/ InResponseTo="[^"]+"/, '')
const withoutData = (one: string) => one.replace(/<saml:SubjectConfirmationData [^>]+>/, '')
const right = (one: string) => one

const enterFirst = async () => await DOORS[0]?.[1]()
type Change = (one: string) => string
const confirm = (...changes: Change[]) =>
  xml(CONFIRMATION, (one) => changes.map((change) => change(one)).join('\n'))

const OTHERS: [name: string, change: Change][] = [
  ['for another address', to('http://else.example/acs')],
  ['of another request', answering('_other')],
  ['without a request', withoutRequest],
  ['that has ended', until(at(-90))],
  ['that starts later', from(at(200))],
  ['without an end', withoutEnd],
  ['with an end that is no time', until('soon')],
  ['by a key', by('holder-of-key')],
  ['by a key without an end', (one) => by('holder-of-key')(withoutEnd(one))],
  ['by the sender, without data', (one) => by('sender-vouches')(withoutData(one))],
]

describe.each([
  ['before', (change: Change) => confirm(change, right)],
  ['after', (change: Change) => confirm(right, change)],
])('one that holds suffices %s one', (_, send) => {
  test.each(OTHERS)('%s', async (_name, change) => {
    send(change)
    expect(await enterFirst()).toMatchObject({ detail: undefined })
    expect(await s.identities()).toHaveLength(1)
  })
})

const NONE: [string, Change[], RegExp, SsoFailureReason?][] = [
  [
    'the one for us starts later and another says nothing of us',
    [by('sender-vouches'), from(at(200))],
    /not yet valid \(NotBefore of the subject confirmation\)\. Start again/,
    'rejected',
  ],
  ['one starts later', [from(at(200))], /not yet valid \(NotBefore of the/, 'rejected'],
  [
    'the one for us has ended and another is for another address',
    [to('http://else.example/acs'), until(at(-90))],
    /has expired \(NotOnOrAfter of the subject confirmation\)/,
    'rejected',
  ],
  [
    'one is by a key and the one by bearer names no request',
    [by('holder-of-key'), withoutRequest],
    /InResponseTo is missing/,
  ],
  [
    'one by bearer has no data',
    [withoutData],
    /no NotOnOrAfter \(SubjectConfirmationData\)\. Set the provider/,
  ],
  [
    'all are for another address',
    [to('http://a.example'), to('http://b.example')],
    /Recipient http:\/\/a\.example/,
  ],
]

test.each(atEveryDoor(NONE, DOORS))(
  'none holds if $name when $at',
  async ({ rule: [, changes, detail, reason = 'misconfigured'], door: [, enter, ends] }) => {
    confirm(...changes)
    const { end, detail: said } = await enter()
    expect(end).toBe(ends(reason))
    expect(said).toMatch(detail)
    await nothingHappened()
  },
)

test('an assertion that was issued long ago is refused whatever confirms it', async () => {
  s.saml.rewrite = (before) => ({ ...before, IssueInstant: at(-400) })
  confirm(by('sender-vouches'), right)
  expect(await enterFirst()).toMatchObject({
    end: ssoFailure('rejected'),
    detail: expect.stringMatching(/too old \(IssueInstant\)/),
  })
})
