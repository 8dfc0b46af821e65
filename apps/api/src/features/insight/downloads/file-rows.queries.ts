import { sql } from 'kysely'
import { OWNER } from '#features/assessments/access.queries.ts'
import { type RowWithId, type Subject, byId, isOwn } from './subject.queries.ts'

export type Attachment = {
  id: number
  assessment_id: number
  email: string
  file: string
  path: string
  size: number
  stored_in: string
  pieces: string[]
  piece_bytes: number
}

/** Files that were checked and are still attached. */
export function attachmentsOf(subject: Subject) {
  return byId<Attachment>(
    subject,
    (
      after,
    ) => sql`select f.id, f.assessment_id, u.name, u.email, s.text as statement, f.name as file, f.size, f.media_type,
        encode(f.sha256, 'hex') as sha256, f.created_at,
        format('files/%s/%s-%s', f.assessment_id, f.id, f.name) as path, f.file_id as stored_in, f.pieces, f.piece_bytes
      from attachments f
      join assessments a on a.tenant_id = f.tenant_id and a.id = f.assessment_id
      join users u on u.tenant_id = a.tenant_id and u.id = ${OWNER}
      join statements s on s.tenant_id = f.tenant_id and s.id = f.statement_id
      where f.tenant_id = ${subject.scope.tenantId} and f.id > ${after} and f.status = 'clean' and f.removed_at is null
        and ${isOwn(OWNER, subject)}`,
  )
}

export async function isAttached({ scope, read }: Subject, id: number): Promise<boolean> {
  const { rows } = await read((db) =>
    sql`select from attachments where tenant_id = ${scope.tenantId} and id = ${id}
      and status = 'clean' and removed_at is null`.execute(db),
  )
  return rows.length > 0
}

type Report = { id: number; path: string }

export function reportsOf(subject: Subject) {
  return byId<Report>(
    subject,
    (
      after,
    ) => sql`select r.id, r.assessment_id, u.name, u.email, coalesce(c.title, r.title) as title, r.year, r.type, r.kind, r.version, r.current_score, r.created_at,
        format('reports/%s.json', r.id) as path
      from reports r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
      left join content_sets c on c.tenant_id = r.tenant_id and c.id = r.content_set_id
      where r.tenant_id = ${subject.scope.tenantId} and r.id > ${after} and ${isOwn(sql`r.user_id`, subject)}`,
  )
}

export async function readSnapshot({ scope, read }: Subject, id: number): Promise<string> {
  const { rows } = await read((db) =>
    sql<{ snapshot: string }>`select snapshot from reports
      where tenant_id = ${scope.tenantId} and id = ${id}`.execute(db),
  )
  return rows[0]?.snapshot ?? ''
}

export function certificatesOf(subject: Subject) {
  return byId<RowWithId>(
    subject,
    (
      after,
    ) => sql`select c.id, c.assessment_id, c.report_id, u.name, u.email, c.number, c.code, c.year, c.title, c.scope, c.holder,
          c.band, c.valid_from::text, c.valid_until::text, c.issued_at, c.revoked_at, c.revoked_reason, c.superseded_at, encode(c.report_hash, 'hex') as report_sha256
        from certifications c join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
        where c.tenant_id = ${subject.scope.tenantId} and c.id > ${after} and ${isOwn(sql`c.user_id`, subject)}`,
  )
}

export function certificationStepsOf(subject: Subject) {
  return byId<RowWithId>(
    subject,
    (
      after,
    ) => sql`select h.id, h.assessment_id, u.name, u.email, h.step, h.reason, coalesce(done.name, h.actor_name) as done_by, h.at
        from assessment_events h
        join assessments a on a.tenant_id = h.tenant_id and a.id = h.assessment_id
        join users u on u.tenant_id = a.tenant_id and u.id = ${OWNER}
        left join users done on done.tenant_id = h.tenant_id and done.id = h.actor_id
        where h.tenant_id = ${subject.scope.tenantId} and h.id > ${after} and ${isOwn(OWNER, subject)}`,
  )
}
