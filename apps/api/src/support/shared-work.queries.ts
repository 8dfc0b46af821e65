import { sql } from 'kysely'
import type { Db } from '#db/scope.ts'

type Started = Record<'forwarding' | 'backup' | 'scanner', boolean>

/** Which of it has been started. Runs with the platform's rights. */
export async function listStarted(db: Db): Promise<Started> {
  const { rows } = await sql<Started>`
    select exists (select from audit_forwarding) as forwarding,
      exists (select from pgboss.schedule where name = 'backup') as backup,
      exists (select from virus_scanning) as scanner`.execute(db)
  return rows[0] ?? { forwarding: false, backup: false, scanner: false }
}

/** Whether a scanner has to clear each file, on this node or another. */
export async function isScanning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from virus_scanning) as is`.execute(db)
  return rows[0]?.is ?? false
}

export async function insertScanning(db: Db): Promise<void> {
  await db
    .insertInto('virus_scanning')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
