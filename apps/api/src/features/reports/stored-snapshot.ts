import { capMarks } from 'contract/clean-text'
import { type ReportStatement, ReportSnapshot } from 'contract/reports'

type File = NonNullable<ReportStatement['attachments']>[number]
/** Versions before 0.3 name a file `name`, write it so and read it so. */
type EarlierFile = Pick<File, 'size'> & { name: string }
type StoredFile = EarlierFile & Partial<File>

/** With both names, so that the previous version can read it. */
export function storedText(snapshot: ReportSnapshot): string {
  return withFiles(snapshot, (file) => ({ name: file.file_name, ...file }))
}

/** What tells whether a report has changed: the same for every version. */
export function contentText(content: Partial<ReportSnapshot>): string {
  return withFiles(content, ({ file_name: name, size }) => ({ name, size }))
}

function withFiles(value: object, stored: (file: File) => StoredFile) {
  return JSON.stringify(value, (key, part: unknown) =>
    key === 'attachments' ? (part as File[]).map(stored) : part,
  )
}

/** Texts of earlier versions can have thousands of accents on one letter, which no page or PDF can draw. */
export function snapshotOf({ snapshot: text }: { snapshot: string }): ReportSnapshot {
  return ReportSnapshot.parse(JSON.parse(capMarks(text), withFileNames))
}

/** Reads the files of any version, when JSON is parsed. */
export function withFileNames(key: string, value: unknown): unknown {
  return key === 'attachments' && Array.isArray(value) ? value.map(named) : value
}

/** Two different names are none. */
function named(file: unknown): unknown {
  if (typeof file !== 'object' || file === null) return file
  const { name, ...given } = file as Partial<StoredFile>
  const { file_name = name } = given
  return { ...given, file_name: name === undefined || name === file_name ? file_name : undefined }
}
