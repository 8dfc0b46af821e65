/** What a provider says about a user. */
export type ProviderClaims = {
  subject: string
  /** How a name ID is compared: without spaces around it, an address also without case. Missing: exactly. */
  matching?: 'trimmed' | 'caseless' | undefined
  email: string | undefined
  isEmailVerified: boolean | undefined
  name: string | undefined
  /** The names of what the provider sent, without values, for its administrator. Missing in stored answers of the previous version. */
  attributes?: string[]
}

/** The provider confirmed the user, but not the required way of signing in. */
export class ContextNotMet extends Error {
  override name = 'ContextNotMet'
}

/** `confirmed` has the provider's names for how the user signed in. Exactly one is accepted. */
export function requireContext(required: string[], confirmed: string[]): void {
  const [actual, ...others] = confirmed
  const isOne = actual !== undefined && others.length === 0
  if (required.length === 0 || (isOne && required.includes(actual))) return
  throw new ContextNotMet(
    `The provider did not confirm a required sign-in method. Confirmed: ${confirmed.join(', ') || 'none'}. Set the provider to require one of the connection’s methods and to name only that method in the response, or change the methods in the connection`,
  )
}

/** Bytes. An index of the database takes no more than 2,700. */
const LONGEST_SUBJECT = 1024

/** Whether a text has a letter, digit or sign that anyone sees. Users without one would share an account. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}

/** Why no account can be linked to a user of the provider. */
export function subjectFault(subject: string): string | undefined {
  const isUsable = isVisible(subject) && !/\p{Cc}/u.test(subject) && subject.isWellFormed()
  if (isUsable && Buffer.byteLength(subject) <= LONGEST_SUBJECT) return undefined
  return 'the user’s identifier is empty, longer than 1 KB, or has control characters or damaged characters. Set the provider to send another identifier, such as its own ID for the user'
}

/** The address in a value such as `mailto:a@b`, `SMTP:a@b` or `Name <a@b>`; other values as they are. */
export function addressIn(value: string): string {
  const [, bracketed = value] = /^[^<>@]*<([^<>]*)>$/.exec(value.trim()) ?? []
  return bracketed.replace(/^(mailto|smtp):/i, '').trim()
}

/** Some claims called “name” have the user name or the address instead. */
export function isName(text: string): boolean {
  return text !== '' && (!text.includes('@') || /\s/.test(text))
}

/** Without the user names and passwords of addresses. */
export function withoutPasswords(text: string): string {
  return text.replaceAll(/(?<=:\/\/)[^\s/?#]*@/g, '…@')
}

/** A text of the provider in one line, without what could hide other text. */
export function providerText(text: string): string {
  return withoutPasswords(text)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .trimEnd()
}
