import { isUtf32, UTF16_HEAD, utf16Of } from 'contract/utf16'
import { watchControls } from './text-controls.ts'

/** Looks in passing chunks whether they are plain text: in UTF-16, or in an encoding with the controls of ASCII. */
export function watchText() {
  let head = Buffer.alloc(0)
  let controls: ReturnType<typeof watchControls> | undefined

  function decide() {
    if (controls) return controls
    controls = watchControls(utf16Of(head) ?? 'latin1')
    controls.see(head)
    return controls
  }

  return {
    see(chunk: Buffer) {
      if (controls) controls.see(chunk)
      else {
        head = Buffer.concat([head, chunk])
        if (head.length >= UTF16_HEAD) decide()
      }
    },
    /** What it is, if it reads as text and wasn't found to be what only texts are. */
    typeOf(found: string | undefined): string | undefined {
      if (isUtf32(head)) return 'utf-32'
      const { encoding, areOfText, hasStrayZeros } = decide()
      const text = new TextDecoder(encoding).decode(head.subarray(0, UTF16_HEAD))
      // Zeros could hide a page.
      const beginning = text.replaceAll('\0', '').replace(/^(ï»¿|\uFEFF)?\s*/, '')
      const isActive = ACTIVE.test(beginning.replace(LINK, ''))
      const isText = areOfText(found !== undefined) && !isActive
      if (isText && !isWritten(found, beginning)) return 'text/plain'
      return found ?? (hasStrayZeros() ? 'zeros' : undefined)
    },
  }
}

/** Tags that browsers take for the beginning of a page, or that load or run something. */
const TAGS =
  'a|applet|audio|b|base|body|br|button|center|details|dialog|div|embed|font|form|frame|frameset|h[1-6]|head|html|iframe|image|img|input|isindex|link|marquee|math|meta|noscript|object|p|plaintext|pre|script|select|span|style|svg|table|template|textarea|title|video|xml|xmp'

/** A link in brackets. */
const LINK = /^<(mailto:|https?:\/\/)[^<>\s]*>/i

/** Markup could be a page or a drawing, and an interpreter line makes a program. A name in brackets is a placeholder. */
const ACTIVE = new RegExp(
  [
    '^#!',
    '^<[!?/]',
    String.raw`^<[\w.-]+:`,
    String.raw`^<(${TAGS})(?![^\s/>])`,
    // Any other tag with an attribute, or one that is closed.
    String.raw`^<[a-z][^<>]*(=|/>)`,
    String.raw`^<[a-z][^<>]*>[^]*</`,
  ].join('|'),
  'i',
)

/** Types that are written with letters. Other types that begin with a few letters have controls further on. */
const WRITTEN = new Set([
  'application/eps',
  'application/pgp-encrypted',
  'application/postscript',
  'application/rtf',
  'application/x-deb',
  'application/x-ms-regedit',
  'application/x-unix-archive',
  'application/xml',
  'text/calendar',
  'text/vcard',
  'text/vtt',
])

function isWritten(found: string | undefined, beginning: string): boolean {
  if (found === 'application/pdf') return /^%PDF-\d\.\d\s*[\r\n]/.test(beginning)
  return found !== undefined && WRITTEN.has(found)
}
