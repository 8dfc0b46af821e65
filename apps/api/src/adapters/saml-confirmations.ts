import { SAML } from '@node-saml/node-saml'
import type { SamlConfig } from '@node-saml/node-saml'
import type { ProviderFault } from './provider-fault.ts'
import { CONFIRMED_BY, timesFault } from './saml-assertion.ts'
import { LIMITS } from './saml-response.ts'
import { refusal } from './saml-refusal.ts'
import { type XmlTag, attributeOf, trimXml, xmlTags } from './xml-tags.ts'

/** Why a signed assertion is refused, for a reason that the library doesn't check. */
export type Judge = (assertion: unknown) => ProviderFault | undefined
type Ours = { callbackUrl: string; requestId: string }
type Confirmation = { from: number; to: number; start: XmlTag; data: XmlTag | undefined }

/**
 * Takes a signed assertion with each of its confirmations alone, until one holds. The library takes the first whose time
 * is right, whatever else it says.
 */
export class ConfirmedSaml extends SAML {
  readonly #judge: Judge
  readonly #ours: Ours

  constructor(options: SamlConfig, ours: Ours, judge: Judge) {
    super(options)
    this.#ours = ours
    this.#judge = judge
  }

  protected override async processValidlySignedAssertionAsync(
    xml: string,
    responseXml: string,
    inResponseTo: string | null,
  ) {
    const refusals: unknown[] = []
    for (const { text, fault } of eachAlone(xml, this.#ours)) {
      try {
        return await this.#processOne(text, responseXml, inResponseTo)
      } catch (error) {
        const isOfTime = error instanceof Error && /valid subject confirmation/.test(error.message)
        refusals.push(isOfTime && fault ? refusal(fault) : error)
      }
    }
    throw refusals[0]
  }

  async #processOne(xml: string, responseXml: string, inResponseTo: string | null) {
    const found = await super.processValidlySignedAssertionAsync(xml, responseXml, inResponseTo)
    const fault = this.#judge(found.profile.getAssertion?.())
    if (fault) throw refusal(fault)
    return found
  }
}

type Alone = { text: string; fault: ProviderFault | undefined }

/** The assertion with one confirmation each, the one most like ours first, and why its time may be wrong. */
function eachAlone(xml: string, ours: Ours): Alone[] {
  const tags = [...xmlTags(xml, LIMITS)]
  const [root] = tags
  const issuedAt = root && attributeOf(root, 'IssueInstant')
  const all = confirmationsIn(tags)
  if (all.length === 0) return [{ text: xml, fault: undefined }]
  return all
    .toSorted((a, b) => countOurs(b, ours) - countOurs(a, ours))
    .map((one) => ({
      text: without(
        xml,
        all.filter((other) => other !== one),
      ),
      fault: timesFault({
        issuedAt,
        start: one.data && attributeOf(one.data, 'NotBefore'),
        end: one.data && attributeOf(one.data, 'NotOnOrAfter'),
      }),
    }))
}

function confirmationsIn(tags: readonly XmlTag[]): Confirmation[] {
  return tags.flatMap((start, index) => {
    if (start.isEnd || start.depth !== 2 || start.name !== 'SubjectConfirmation') return []
    const inside = start.isEmpty ? [] : tags.slice(index + 1)
    const end = inside.findIndex(({ isEnd, depth }) => isEnd && depth === start.depth)
    const data = inside
      .slice(0, Math.max(end, 0))
      .find(({ name, depth, isEnd }) => !isEnd && depth === 3 && name === 'SubjectConfirmationData')
    return [{ from: start.from, to: (inside[end] ?? start).to, start, data }]
  })
}

/** How much of it says that it is for this sign-in. Of another method, it never is. */
function countOurs({ start, data }: Confirmation, { callbackUrl, requestId }: Ours): number {
  if (attributeOf(start, 'Method') !== CONFIRMED_BY) return -1
  const said = (name: string) => trimXml((data && attributeOf(data, name)) ?? '')
  return Number(said('Recipient') === callbackUrl) + Number(said('InResponseTo') === requestId)
}

function without(xml: string, others: readonly Confirmation[]): string {
  return others
    .toReversed()
    .reduce((text, { from, to }) => text.slice(0, from) + text.slice(to), xml)
}
