import { ContentSetFile } from 'contract/content-format'
import { CONTENT_LIMITS } from 'contract/content-limits'
import type { DraftFault } from 'contract/draft'
import { faultsBeyondFile, faultsOfDraft, fileOfDraft } from 'contract/draft-faults'
import { isLanguage } from 'contract/language-tag'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { editionFileOf, readEditionFile } from './edition.ts'
import { type Draft, readDraft, type DraftText, readDraftText } from './read-draft.queries.ts'
import { readEditionText } from './content-sets.queries.ts'

/** In a thread. */
export function draftOfText({ head, elements }: DraftText): Draft {
  return { head, elements: JSON.parse(elements) as Draft['elements'] }
}

type Read = { file: ContentSetFile } | { faults: DraftFault[] }

/** The file, or the first faults if the draft is incomplete. */
export function fileOf({ head, elements }: Draft): Read {
  const parts = elements.map(({ element }) => element)
  const { data } = ContentSetFile.safeParse(fileOfDraft(head, parts))
  return data ? { file: data } : { faults: listed(faultsOfDraft(head, elements)) }
}

/** As `fileOf`, with the faults that only keep it from being published. */
export function completeFile(draft: Draft): Read {
  const read = fileOf(draft)
  const faults = 'faults' in read ? [] : faultsBeyondFile(draft.head)
  return faults.length > 0 ? { faults: listed(faults) } : read
}

function listed(faults: DraftFault[]) {
  return faults.slice(0, CONTENT_LIMITS.listedFaults)
}

export function incomplete(faults: DraftFault[]): ApiError {
  return new ApiError(
    'content-incomplete',
    'This content set is incomplete. Open it in the builder to see what to fix.',
    {
      details: faults,
    },
  )
}

export async function exportContentSet(db: Db, scope: Scope, id: number): Promise<ContentSetFile> {
  const draft = await readDraft(db, scope, id)
  const read = draft ? fileOf(draft) : fileOfEdition(await readEditionFile(db, scope, id))
  if ('faults' in read) throw incomplete(read.faults)
  return read.file
}

/** A draft or an edition, for a thread that writes its file. */
export type ContentText = { draft: DraftText } | { edition: string }

export async function readContentText(db: Db, scope: Scope, id: number): Promise<ContentText> {
  const draft = await readDraftText(db, scope, id)
  return draft ? { draft } : { edition: await readEditionText(db, scope, id) }
}

export function fileOfText(text: ContentText): Read {
  if ('draft' in text) return fileOf(draftOfText(text.draft))
  return fileOfEdition(editionFileOf(text.edition))
}

/** Earlier versions accepted a language that isn't one, which is left out, and texts that no one can see. */
function fileOfEdition({ language = '', ...file }: ContentSetFile): Read {
  const { data } = ContentSetFile.safeParse(isLanguage(language) ? { ...file, language } : file)
  return data ? { file: data } : { faults: [] }
}
