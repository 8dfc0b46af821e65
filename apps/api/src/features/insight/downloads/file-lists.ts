import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { sql } from 'kysely'
import type { Files } from '#adapters/files.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'
import { type DataList, type Subject, byId, isOwn, labelled, moment } from './data-list.ts'
import type { Part } from './store-zip.ts'

type Attachment = {
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
function attachmentsOf(subject: Subject) {
  return byId<Attachment>(
    subject,
    (
      after,
    ) => sql`select f.id, f.assessment_id, u.name, u.email, s.text as statement, f.name as file, f.size, f.media_type,
        encode(f.sha256, 'hex') as sha256, f.created_at,
        format('files/%s/%s-%s', f.assessment_id, f.id, f.name) as path, f.file_id as stored_in, f.pieces, f.piece_bytes
      from attachments f
      join assessments a on a.tenant_id = f.tenant_id and a.id = f.assessment_id
      join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
      join statements s on s.tenant_id = f.tenant_id and s.id = f.statement_id
      where f.tenant_id = ${subject.scope.tenantId} and f.id > ${after} and f.status = 'clean' and f.removed_at is null
        and ${isOwn(sql`a.user_id`, subject)}`,
  )
}

/** An attached file that the store doesn't have. */
export type MissingFile = Pick<Attachment, 'id' | 'assessment_id' | 'email' | 'file'>

/** Its rows are read after the files, which tell what is missing. */
export function attachments(subject: Subject, missing: readonly MissingFile[]): DataList {
  return {
    name: 'files',
    title: 'Files',
    about: 'the files attached to answers. The files themselves are in the folder “files”',
    columns: [
      { key: 'path', header: 'File in this download', width: 48 },
      { key: 'is_missing', header: 'Missing', width: 10 },
      { key: 'file', header: 'File name', width: 32 },
      { key: 'name', header: 'Name', width: 28 },
      { key: 'email', header: 'Email', width: 32 },
      { key: 'statement', header: 'Statement', width: 60 },
      { key: 'size', header: 'Bytes', width: 12 },
      { key: 'sha256', header: 'SHA-256', width: 24 },
      { key: 'created_at', header: 'Added (UTC)', ...moment },
    ],
    rows: async function* () {
      const ids = new Set(missing.map(({ id }) => id))
      for await (const found of attachmentsOf(subject)) {
        const { stored_in: _folder, pieces: _pieces, piece_bytes: _bytes, path, ...row } = found
        const is_missing = ids.has(row.id)
        yield { ...row, path: is_missing ? null : path, is_missing }
      }
    },
  }
}

/** Adds what the store has lost to `missing`. Leaves out a file that was removed while others were read. */
export async function* attachedFiles(
  files: Files,
  subject: Subject,
  missing: MissingFile[],
): AsyncGenerator<Part> {
  for await (const { path, stored_in, ...stored } of attachmentsOf(subject)) {
    const parts = { ...stored, tenant_id: subject.scope.tenantId, file_id: stored_in }
    const isThere = await Promise.all(
      stored.pieces.map((piece) => files.has(`${parts.tenant_id}/${stored_in}/${piece}`)),
    )
    if (isThere.every(Boolean))
      yield { path, isCompressed: false, read: () => readPieces(files, parts) }
    else if (await isAttached(subject, stored.id)) missing.push(stored)
  }
}

async function isAttached({ scope, read }: Subject, id: number): Promise<boolean> {
  const { rows } = await read((db) =>
    sql`select from attachments where tenant_id = ${scope.tenantId} and id = ${id}
      and status = 'clean' and removed_at is null`.execute(db),
  )
  return rows.length > 0
}

type Report = { id: number; path: string }

function reportsOf(subject: Subject) {
  return byId<Report>(
    subject,
    (
      after,
    ) => sql`select r.id, r.assessment_id, u.name, u.email, r.title, r.year, r.type, r.kind, r.version, r.current_score, r.created_at,
        format('reports/%s.json', r.id) as path
      from reports r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
      where r.tenant_id = ${subject.scope.tenantId} and r.id > ${after} and ${isOwn(sql`r.user_id`, subject)}`,
  )
}

export function reports(subject: Subject): DataList {
  return {
    name: 'reports',
    title: 'Reports',
    about: 'one row for each report. The reports themselves are in the folder “reports”',
    columns: [
      { key: 'path', header: 'File in this download', width: 28 },
      { key: 'name', header: 'Name', width: 28 },
      { key: 'email', header: 'Email', width: 32 },
      { key: 'title', header: 'Content set', width: 32 },
      { key: 'year', header: 'Year', width: 8 },
      { key: 'type', header: 'Type', width: 18, ...labelled(ASSESSMENT_TYPE_LABELS) },
      { key: 'version', header: 'Version', width: 10 },
      { key: 'current_score', header: 'Score', width: 10 },
      { key: 'created_at', header: 'Created (UTC)', ...moment },
    ],
    rows: () => reportsOf(subject),
  }
}

/** As they are stored, so that their checksums stay right. */
export async function* reportFiles(subject: Subject): AsyncGenerator<Part> {
  const { scope, read } = subject
  for await (const { id, path } of reportsOf(subject))
    yield {
      path,
      read: async function* () {
        const { rows } = await read((db) =>
          sql<{ snapshot: string }>`select snapshot from reports
            where tenant_id = ${scope.tenantId} and id = ${id}`.execute(db),
        )
        yield rows[0]?.snapshot ?? ''
      },
    }
}

export function certificates(subject: Subject): DataList {
  return {
    name: 'certificates',
    title: 'Certificates',
    about: 'the certificates, with the code under which they can be checked',
    columns: [
      { key: 'number', header: 'Number', width: 14 },
      { key: 'code', header: 'Code', width: 20 },
      { key: 'holder', header: 'Holder', width: 28 },
      { key: 'name', header: 'Name', width: 28 },
      { key: 'email', header: 'Email', width: 32 },
      { key: 'title', header: 'Content set', width: 32 },
      { key: 'year', header: 'Year', width: 8 },
      { key: 'band', header: 'Band', width: 14 },
      { key: 'valid_from', header: 'Valid from', width: 14 },
      { key: 'valid_until', header: 'Valid until', width: 14 },
      { key: 'issued_at', header: 'Issued (UTC)', ...moment },
      { key: 'revoked_at', header: 'Revoked (UTC)', ...moment },
      { key: 'revoked_reason', header: 'Reason', width: 40 },
    ],
    rows: () =>
      byId(
        subject,
        (
          after,
        ) => sql`select c.id, c.assessment_id, c.report_id, u.name, u.email, c.number, c.code, c.year, c.title, c.holder,
          c.band, c.valid_from::text, c.valid_until::text, c.issued_at, c.revoked_at, c.revoked_reason, encode(c.report_hash, 'hex') as report_sha256
        from certifications c join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
        where c.tenant_id = ${subject.scope.tenantId} and c.id > ${after} and ${isOwn(sql`c.user_id`, subject)}`,
      ),
  }
}

export function certificationSteps(subject: Subject): DataList {
  return {
    name: 'certification-steps',
    title: 'Certification steps',
    about: 'what was submitted, reviewed, returned and certified, and when',
    columns: [
      { key: 'assessment_id', header: 'Assessment ID', width: 16 },
      { key: 'name', header: 'Name', width: 28 },
      { key: 'step', header: 'Step', width: 18 },
      { key: 'reason', header: 'Reason', width: 48 },
      { key: 'done_by', header: 'Done by', width: 28 },
      { key: 'at', header: 'Date (UTC)', ...moment },
    ],
    rows: () =>
      byId(
        subject,
        (
          after,
        ) => sql`select h.id, h.assessment_id, u.name, u.email, h.step, h.reason, h.actor_name as done_by, h.at
        from assessment_events h
        join assessments a on a.tenant_id = h.tenant_id and a.id = h.assessment_id
        join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
        where h.tenant_id = ${subject.scope.tenantId} and h.id > ${after} and ${isOwn(sql`a.user_id`, subject)}`,
      ),
  }
}
