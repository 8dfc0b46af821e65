import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import type { Files } from '#adapters/files.ts'
import { readPieces } from '#features/assessments/stored-pieces.ts'
import { OF_ASSESSMENT, OF_STATEMENT } from './assessment-lists.ts'
import { reviewedOf } from './assessment-rows.queries.ts'
import { type DataList, labelled, moment } from './data-list.ts'
import type { Part } from './store-zip.ts'
import type { Subject } from './subject.queries.ts'
import {
  type Attachment,
  attachmentsOf,
  isAttached,
  reportsOf,
  readSnapshot,
  certificatesOf,
  certificationStepsOf,
} from './file-rows.queries.ts'

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
  for await (const { id, path } of reportsOf(subject))
    yield {
      path,
      read: async function* () {
        yield await readSnapshot(subject, id)
      },
    }
}

export function certificates(subject: Subject): DataList {
  return {
    name: 'certificates',
    title: 'Certificates',
    about: 'the certificates, with their verification codes',
    columns: [
      { key: 'number', header: 'Number', width: 14 },
      { key: 'code', header: 'Code', width: 20 },
      { key: 'holder', header: 'Holder', width: 28 },
      { key: 'name', header: 'Name', width: 28 },
      { key: 'email', header: 'Email', width: 32 },
      { key: 'title', header: 'Content set', width: 32 },
      { key: 'year', header: 'Year', width: 8 },
      { key: 'scope', header: 'Scope', width: 28 },
      { key: 'band', header: 'Band', width: 14 },
      { key: 'valid_from', header: 'Valid from', width: 14 },
      { key: 'valid_until', header: 'Valid until', width: 14 },
      { key: 'issued_at', header: 'Issued (UTC)', ...moment },
      { key: 'revoked_at', header: 'Revoked (UTC)', ...moment },
      { key: 'revoked_reason', header: 'Reason', width: 40 },
    ],
    rows: () => certificatesOf(subject),
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
    rows: () => certificationStepsOf(subject),
  }
}

/** Only rounds that an auditor decided. */
export function reviewed(subject: Subject): DataList {
  return {
    name: 'reviewed',
    title: 'Reviewed',
    about: 'what auditors decided about each statement in each round, with their remarks',
    columns: [
      ...OF_ASSESSMENT,
      { key: 'round', header: 'Round', width: 8 },
      ...OF_STATEMENT,
      { key: 'declared', header: 'Declared', width: 40 },
      { key: 'certified', header: 'Certified', width: 40 },
      { key: 'remark', header: 'Auditor’s remark', width: 60 },
      { key: 'reviewer', header: 'Reviewed by', width: 28 },
      { key: 'reviewed_at', header: 'Reviewed (UTC)', ...moment },
    ],
    rows: () => reviewedOf(subject),
  }
}
