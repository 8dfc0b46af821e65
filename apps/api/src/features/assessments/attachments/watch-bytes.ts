/** What tells the documents apart that share one old container, by the names in its directory. */
const COMPOUND: [name: string, mediaType: string][] = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__nameid_version1.0', 'application/vnd.ms-outlook'],
]
const MACROS = ['_VBA_PROJECT', 'VBA', 'Macros']

/** As a directory has it: UTF-16, ended by a zero. */
function inDirectory(name: string) {
  return Buffer.from(`${name}\0`, 'utf16le')
}

const WATCHED = [...MACROS, ...COMPOUND.map(([name]) => name)].map(
  (name) => [name, inDirectory(name)] as const,
)
const LONGEST = Math.max(...WATCHED.map(([, bytes]) => bytes.length))

/** Looks at a file as it passes: which names it holds, and whether it is plain text. */
export function watchBytes() {
  const seen = new Set<string>()
  let end = Buffer.alloc(0)
  let start = Buffer.alloc(0)
  let isText = true
  return {
    see(chunk: Buffer) {
      const joined = Buffer.concat([end, chunk])
      for (const [name, bytes] of WATCHED) if (joined.includes(bytes)) seen.add(name)
      end = joined.subarray(-LONGEST)
      if (start.length < 1024) start = Buffer.concat([start, chunk.subarray(0, 1024)])
      isText &&= !hasControls(chunk)
    },
    hasMacros: () => MACROS.some((name) => seen.has(name)),
    compoundType: () => COMPOUND.find(([name]) => seen.has(name))?.[1],
    /** Text that begins with markup is a page or a drawing, and one that names its interpreter a program. */
    textType: () => {
      const beginning = start.toString('latin1').replace(/^(ï»¿)?\s*/, '')
      return isText && !/^(<|#!)/.test(beginning) ? 'text/plain' : undefined
    },
  }
}

/** Bytes that no text has, in whatever character set: all controls but tab, line feed, form feed and return. */
function hasControls(bytes: Buffer): boolean {
  return bytes.some((byte) => (byte < 32 && ![9, 10, 12, 13].includes(byte)) || byte === 127)
}
