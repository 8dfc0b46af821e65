import CFB from 'cfb'

/** What an Office file in the older container is. `other` is none that is accepted. */
export type Compound =
  | 'application/msword'
  | 'application/vnd.ms-excel'
  | 'application/vnd.ms-powerpoint'
  | 'application/vnd.ms-outlook'
  | 'macros'
  | 'protected'
  | 'other'

const MACRO_NAMES = new Set(['vba', '_vba_project', '_vba_project_cur', 'macros'])

type Parts = Map<string, Buffer>

/** Reads the container's own directory and the streams that Office reads, so that what a file quotes is no matter. */
export function run(bytes: Uint8Array): Compound {
  const { FullPaths, FileIndex } = CFB.read(Buffer.from(bytes), { type: 'buffer' })
  const paths = FullPaths.map((path) => path.toLowerCase().split('/').slice(1))
  if (paths.some((names) => names.some((name) => MACRO_NAMES.has(name)))) return 'macros'
  const parts: Parts = new Map(
    paths.flatMap(([name = '', ...inner], at) =>
      name !== '' && inner.length === 0
        ? [[name, Buffer.from((FileIndex[at]?.content as Uint8Array | undefined) ?? [])]]
        : [],
    ),
  )
  if (parts.has('encryptedpackage') || parts.has('encryptedsummary')) return 'protected'
  return wordOf(parts) ?? excelOf(parts) ?? powerPointOf(parts) ?? outlookOf(parts) ?? 'other'
}

function wordOf(parts: Parts): Compound | undefined {
  const document = parts.get('worddocument')
  if (!document) return undefined
  const flags = document.length >= 12 ? document.readUInt16LE(10) : 0
  return flags & 0x01_00 ? 'protected' : 'application/msword'
}

const BOUND_SHEET = 0x85
const FILE_PASS = 0x2f
const END = 0x0a

/** Records of the workbook itself, before the records of its sheets. */
function excelOf(parts: Parts): Compound | undefined {
  const workbook = parts.get('workbook') ?? parts.get('book')
  if (!workbook) return undefined
  for (let at = 0; at + 4 <= workbook.length;) {
    const type = workbook.readUInt16LE(at)
    const length = workbook.readUInt16LE(at + 2)
    if (type === FILE_PASS) return 'protected'
    // 1 is a sheet of Excel 4 macros, 6 a module.
    const kind = type === BOUND_SHEET ? (workbook[at + 4 + 5] ?? 0) : 0
    if (kind === 1 || kind === 6) return 'macros'
    if (type === END) break
    at += 4 + length
  }
  return 'application/vnd.ms-excel'
}

const DOCUMENT = 0x3e8
const DOCUMENT_INFO = 0x7d0
const VBA_INFO = 0x3ff
const VBA_INFO_ATOM = 0x400
const PROTECTED_TOKEN = 0xf3_d1_c4_df

/** Its macros are packed in a stream, whose records say whether there are any. */
function powerPointOf(parts: Parts): Compound | undefined {
  const show = parts.get('powerpoint document')
  if (!show) return undefined
  if (isProtectedShow(parts.get('current user'))) return 'protected'
  return hasMacros(show) ? 'macros' : 'application/vnd.ms-powerpoint'
}

function isProtectedShow(user: Buffer | undefined): boolean {
  return user !== undefined && user.length >= 16 && user.readUInt32LE(12) === PROTECTED_TOKEN
}

function hasMacros(show: Buffer): boolean {
  for (let at = 0; at + 8 <= show.length;) {
    const type = show.readUInt16LE(at + 2)
    const length = show.readUInt32LE(at + 4)
    if (type === VBA_INFO_ATOM && at + 16 <= show.length) return show.readUInt32LE(at + 12) !== 0
    const isOpened = type === DOCUMENT || type === DOCUMENT_INFO || type === VBA_INFO
    at += isOpened ? 8 : 8 + length
  }
  return false
}

function outlookOf(parts: Parts): Compound | undefined {
  return parts.has('__properties_version1.0') ? 'application/vnd.ms-outlook' : undefined
}
