import type { SignedInContext } from '#core/context.ts'
import { exportContentSet } from '#features/content-sets/export-content-set.ts'
import { writeContentJson } from '#features/content-sets/write-content-json.ts'
import { writeLargeWorkbook } from '#features/content-sets/write-large-workbook.ts'
import { inContentSet, recordChange } from '#features/drafts/in-content-set.ts'

/** A content set as a file of exchange; the audit log of its organisation tells who took it. */
export async function exportFile(
  context: SignedInContext,
  id: number,
  ending: 'json' | 'xlsx',
): Promise<string | Buffer> {
  const { file, version } = await inContentSet(context, id, async (db, scope, set) => {
    // A draft that is not complete enough is refused with everything that it lacks.
    const file = await exportContentSet(db, scope, id)
    const details = { title: file.title, version: set.version, format: ending }
    await recordChange(db, context, scope, id, 'content set exported', details)
    return { file, version: set.version }
  })
  context.reply.header('content-disposition', attachment(file.title, version, ending))
  if (ending === 'json') return writeContentJson(file)
  return await writeLargeWorkbook(file)
}

/** RFC 6266: a name that every browser takes, and the title as it is for those that read it. */
function attachment(title: string, version: number, ending: string) {
  const name = (letters: RegExp) => {
    const words = title.normalize('NFC').replaceAll(letters, ' ').trim().replaceAll(/\s+/g, '-')
    return `${words.slice(0, 80).toWellFormed() || 'content-set'}-v${version}.${ending}`
  }
  const full = encodeURIComponent(name(/[^\p{L}\p{M}\p{N}]/gu))
  return `attachment; filename="${name(/[^a-z0-9]/gi)}"; filename*=UTF-8''${full}`
}
