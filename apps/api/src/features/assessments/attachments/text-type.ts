/** Tab, line feed, form feed and return. Escape begins the colours of a terminal, and letters of ISO 2022. */
const ALLOWED = new Set([9, 10, 12, 13, 27])
/** Bytes at the beginning that decide the encoding. */
const HEAD = 1024

type Encoding = 'latin1' | 'utf-16le' | 'utf-16be'

/** Looks in passing chunks whether they are plain text: in UTF-16, or in an encoding with the controls of ASCII. */
export function watchText() {
  let head = Buffer.alloc(0)
  let encoding: Encoding | undefined
  let rest = Buffer.alloc(0)
  let isText = true

  function check(chunk: Buffer, as: Encoding) {
    const bytes = Buffer.concat([rest, chunk])
    const whole = as === 'latin1' ? bytes.length : bytes.length - (bytes.length % 2)
    rest = bytes.subarray(whole)
    isText &&= !hasControls(bytes.subarray(0, whole), as)
  }

  function decide() {
    if (encoding !== undefined) return encoding
    encoding = encodingOf(head)
    check(head, encoding)
    return encoding
  }

  return {
    see(chunk: Buffer) {
      if (encoding !== undefined) check(chunk, encoding)
      else {
        head = Buffer.concat([head, chunk])
        if (head.length >= HEAD) decide()
      }
    },
    /** Markup could be a page or a drawing, and an interpreter line makes a program. */
    textType: () => {
      const text = new TextDecoder(decide()).decode(head.subarray(0, HEAD))
      const beginning = text.replace(/^(ï»¿|\uFEFF)?\s*/, '')
      return isText && rest.length === 0 && !/^(<|#!)/.test(beginning) ? 'text/plain' : undefined
    },
  }
}

/** By its mark, or by the zeros of Latin letters where the mark is missing. */
function encodingOf(head: Buffer): Encoding {
  const mark = head.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const zeros = [0, 1].map(
    (half) => head.filter((byte, at) => byte === 0 && at % 2 === half).length,
  )
  const [first = 0, second = 0] = zeros
  const many = head.length * 0.3
  if (first === 0 && second > many) return 'utf-16le'
  return second === 0 && first > many ? 'utf-16be' : 'latin1'
}

function hasControls(bytes: Buffer, encoding: Encoding): boolean {
  if (encoding === 'latin1') return bytes.some(isControl)
  for (let at = 0; at < bytes.length; at += 2)
    if (isControl(encoding === 'utf-16le' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)))
      return true
  return false
}

function isControl(code: number): boolean {
  return (code < 32 && !ALLOWED.has(code)) || code === 127 || code === 0xffff
}
