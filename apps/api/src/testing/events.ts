import type { TestApp } from './test-app.ts'

/** The audit events about a subject such as `user 12`, oldest first. */
export async function eventsAbout({ owner }: Pick<TestApp, 'owner'>, subject: string) {
  const { rows } = await owner.query<{
    action: string
    actor_id: number | null
    tenant_id: number
    details: object
  }>(
    'select action, actor_id, tenant_id, details from audit_events where subject = $1 order by id',
    [subject],
  )
  return rows
}
