import { openFiles } from 'api/adapters/files'
import type { Db } from 'api/db/scope'
import { anAttachment } from 'api/testing/attached'

type File = Omit<Parameters<typeof anAttachment>[1], 'statement'> & { key?: string }

/** A file at a statement of an assessment, in the store of the running product. */
export async function anEvidence(db: Db, { key = 'A1', ...file }: File): Promise<void> {
  const files = await openFiles({ DATA_DIR: process.env.E2E_DATA_DIR ?? '', S3_REGION: '' })
  const { id: statement } = await db
    .selectFrom('statements as s')
    .innerJoin('assessments as a', 'a.content_set_id', 's.content_set_id')
    .select('s.id')
    .where('a.id', '=', file.assessment)
    .where('s.key', '=', key)
    .executeTakeFirstOrThrow()
  await anAttachment({ app: { adapters: { files } }, db }, { ...file, statement })
}

/** A PDF of one page. */
export function aPdfPage(text: string) {
  const drawing = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R >>\n%%EOF`)
}
