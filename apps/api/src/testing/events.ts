import type { TestApp } from './test-app.ts'

/** The audit events about a subject such as `user 12`, oldest first. */
export async function eventsAbout(t: Pick<TestApp, 'sql'>, subject: string) {
  type Event = { action: string; actor_id: number | null; tenant_id: number; details: object }
  return await t.sql<Event>`
    select action, actor_id, tenant_id, details from audit_events where subject = ${subject} order by id`
}
