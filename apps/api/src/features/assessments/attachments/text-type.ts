import { UTF16_HEAD, utf16Of } from 'contract/utf16'

/** Backspace, tab, line feed, form feed and return. Escape begins colours, titles, and letters of ISO 2022. */
const ALLOWED = new Set([8, 9, 10, 12, 13, 27])
const BELL = 7
const ESCAPE = 27
/** Ends a text of DOS. */
const END = 26

type Encoding = 'latin1' | 'utf-16le' | 'utf-16be'

/** Looks in passing chunks whether they are plain text: in UTF-16, or in an encoding with the controls of ASCII. */
export function watchText() {
  let head = Buffer.alloc(0)
  let encoding: Encoding | undefined
  let rest = Buffer.alloc(0)
  const controls = watchControls()

  function check(chunk: Buffer, as: Encoding) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = as === 'latin1' ? bytes.length : bytes.length - (bytes.length % 2)
    rest = bytes.subarray(whole)
    controls.see(bytes.subarray(0, whole), as)
  }

  function decide() {
    if (encoding !== undefined) return encoding
    encoding = utf16Of(head) ?? 'latin1'
    check(head, encoding)
    return encoding
  }

  return {
    see(chunk: Buffer) {
      if (encoding !== undefined) check(chunk, encoding)
      else {
        head = Buffer.concat([head, chunk])
        if (head.length >= UTF16_HEAD) decide()
      }
    },
    /** What it is, if it reads as text and wasn't found to be what only texts are. */
    typeOf(found: string | undefined): string | undefined {
      const text = new TextDecoder(decide()).decode(head.subarray(0, UTF16_HEAD))
      const beginning = text.replace(/^(ï»¿|\uFEFF)?\s*/, '')
      const isText = controls.areOfText() && rest.length === 0 && !ACTIVE.test(beginning)
      return isText && !isWritten(found, beginning) ? 'text/plain' : found
    },
  }
}

/** Markup could be a page or a drawing, and an interpreter line makes a program. No tag begins with a digit. */
const ACTIVE = /^(<(?![\d\s-])|#!)/

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

/** A bell is part of a terminal's log, which has escapes before it. */
function watchControls() {
  let areOfText = true
  let isTerminal = false
  let isOver = false

  function isFault(code: number): boolean {
    if (code > 31) return isOver || code === 127 || code === 0xffff
    if (code === ESCAPE) isTerminal = true
    if (code === END) isOver = true
    else if (isOver) return true
    return !ALLOWED.has(code) && code !== END && !(code === BELL && isTerminal)
  }

  return {
    see(bytes: Buffer, encoding: Encoding) {
      const width = encoding === 'latin1' ? 1 : 2
      for (let at = 0; areOfText && at < bytes.length; at += width)
        areOfText = !isFault(codeAt(bytes, at, encoding))
    },
    areOfText: () => areOfText,
  }
}

function codeAt(bytes: Buffer, at: number, encoding: Encoding): number {
  if (encoding === 'latin1') return bytes[at] ?? 0
  return encoding === 'utf-16le' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
}
