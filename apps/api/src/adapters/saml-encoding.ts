import { inflateRawSync, unzipSync } from 'node:zlib'
import { lasting } from './provider-fault.ts'
import { refusal } from './saml-refusal.ts'

/** Real responses have up to 20 KB, with hundreds of groups. */
const MAX_BYTES = 64 * 1024

export const FEWER =
  'The usual reason is that the user is in too many groups. Set the provider to send fewer attributes and groups: Waymark needs the name ID, email and name only.'

/** The XML of a response as a form brings it. */
export function xmlOf(samlResponse: string): string {
  const fault = formFault(samlResponse.trim())
  if (fault !== undefined) throw refusal(lasting(fault))
  const bytes = Buffer.from(samlResponse, 'base64')
  if (bytes.length > MAX_BYTES)
    throw refusal(lasting(`The provider’s response is larger than 64 KB. ${FEWER}`))
  const xml = utf8(bytes)
  if (xml?.includes('<')) return xml
  throw refusal(lasting(bytesFault(bytes)))
}

const POST = 'Set the provider to use SAML 2.0 and the HTTP-POST binding.'

function formFault(text: string): string | undefined {
  if (text === '') return `The provider sent no SAML response (SAMLResponse is empty). ${POST}`
  if (text.startsWith('<'))
    return 'The provider’s response isn’t encoded in Base64. Set the provider, and any proxy in between, to send Base64.'
  if (text.includes('%'))
    return 'The provider’s response is also URL-encoded (with %). Set the provider to send it in Base64 only.'
  return undefined
}

function bytesFault(bytes: Buffer): string {
  if (/^[\0\s\xef\xbb\xbf\xfe\xff]*</.test(bytes.toString('latin1')))
    return 'The provider’s response is not in UTF-8. Set the provider to send its responses in UTF-8.'
  if (isXml(Buffer.from(bytes.toString('latin1'), 'base64')))
    return 'The provider’s response is encoded in Base64 twice. Set the provider to encode it once.'
  if ([inflateRawSync, unzipSync].some((inflate) => isXml(inflated(bytes, inflate))))
    return `The provider’s response is compressed, as for HTTP-Redirect. ${POST}`
  return `The provider’s response isn’t XML in Base64. ${POST}`
}

function inflated(bytes: Buffer, inflate: typeof inflateRawSync): Buffer {
  try {
    return inflate(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    return Buffer.alloc(0)
  }
}

function isXml(bytes: Buffer): boolean {
  return utf8(bytes)?.trimStart().startsWith('<') ?? false
}

function utf8(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
