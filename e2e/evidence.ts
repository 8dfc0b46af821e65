import { openFiles } from 'api/adapters/files'
import type { Db } from 'api/core/context'
import { anAttachment } from 'api/testing/attached'

type File = Omit<Parameters<typeof anAttachment>[1], 'statement'>

/** A file at the first statement of an assessment, in the store of the running product. */
export async function anEvidence(db: Db, file: File): Promise<void> {
  const files = await openFiles({ DATA_DIR: process.env.E2E_DATA_DIR ?? '', S3_REGION: '' })
  const { id: statement } = await db
    .selectFrom('statements as s')
    .innerJoin('assessments as a', 'a.content_set_id', 's.content_set_id')
    .select('s.id')
    .where('a.id', '=', file.assessment)
    .where('s.key', '=', 'A1')
    .executeTakeFirstOrThrow()
  await anAttachment({ app: { adapters: { files } }, db }, { ...file, statement })
}
