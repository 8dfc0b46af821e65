import { lasting } from './provider-fault.ts'
import { providerText } from './provider-claims.ts'
import { refusal } from './saml-refusal.ts'
import { type XmlTag, attributeOf } from './xml-tags.ts'

const RSA = [
  new Set([
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ]),
  'Set the provider to sign with an RSA key and SHA-256 (RSA-SHA256). If that key has another certificate, enter it in the connection.',
] as const

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const INCLUSIVE = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const FORMS = [
  new Set([
    EXCLUSIVE,
    `${EXCLUSIVE}WithComments`,
    INCLUSIVE,
    `${INCLUSIVE}#WithComments`,
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  ]),
  `Set the provider to sign with the canonicalisation ${EXCLUSIVE} and the transform enveloped-signature.`,
] as const

const ACCEPTED: Record<string, typeof RSA | typeof FORMS> = {
  SignatureMethod: RSA,
  DigestMethod: RSA,
  CanonicalizationMethod: FORMS,
  Transform: FORMS,
}

/** The library accepts SHA-1, and calls a signature of an algorithm that it doesn't know a wrong one. */
export function refuseOtherAlgorithms(tags: XmlTag[]): void {
  for (const tag of tags) {
    const [accepted, whatToDo] = ACCEPTED[tag.name] ?? []
    const algorithm = attributeOf(tag, 'Algorithm') ?? ''
    const name = providerText(algorithm)
    const named = name === '' ? 'no algorithm' : `the algorithm ${name}`
    if (accepted && !accepted.has(algorithm))
      throw refusal(
        lasting(
          `The signature of the provider’s response uses ${named}, which Waymark doesn’t accept. ${whatToDo}`,
        ),
      )
  }
}
