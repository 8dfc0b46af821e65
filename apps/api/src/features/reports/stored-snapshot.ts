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

export function snapshotOf({ snapshot: text }: { snapshot: string }): ReportSnapshot {
  const stored = JSON.parse(text) as ReportSnapshot
  for (const { statements } of stored.elements)
    for (const { attachments = [] } of statements)
      for (const file of attachments as (StoredFile & File)[]) file.file_name ??= file.name
  return ReportSnapshot.parse(stored)
}
