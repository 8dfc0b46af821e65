import type { ContentSetStatus } from 'contract/content-sets'
import { type Comparable, type EditionChanges, compareEditions } from 'rules/compare-editions'
import type { EditionInHistory } from 'contract/editions'
import { sql } from 'kysely'
import type { DraftStatement } from 'contract/draft'
import type { Scope, SignedInContext, Db } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { changesBetween, countsOf } from '#features/content/edition-changes.ts'
import { readEditionFile } from '#features/content/edition.ts'
import { otherChanges } from '#features/content/sets/other-changes.ts'
import { type Draft, readDraft } from '#features/content/read-draft.ts'
import { type ContentSetRow, getRow } from '#features/content/drafts/drafts.queries.ts'
import { inContentSet } from '#features/content/in-content-set.ts'

export async function historyOf(context: SignedInContext, id: number) {
  return await inContentSet(context, id, async (db, scope, set) => {
    const editions = await listEditions(db, scope, set.family_id)
    const versions: EditionInHistory[] = []
    for (const [index, edition] of editions.entries()) {
      const before = editions[index + 1]
      const changes = before ? await changesSince(context, db, scope, before, edition) : null
      versions.push({ ...edition, changes: changes && countsOf(changes) })
    }
    return { versions }
  })
}

type Listed = Omit<EditionInHistory, 'changes' | 'status'> & { status: ContentSetStatus }

async function listEditions(db: Db, { tenantId }: Scope, familyId: number): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select c.id, c.version, c.status, c.is_minor, c.is_copy, c.what_changed, u.name as by, coalesce(c.published_at, c.changed_at) as at,
      coalesce(c.year_from, (c.draft->>'year_from')::int) as year_from, coalesce(c.year_to, (c.draft->>'year_to')::int) as year_to,
      (select count(*) from assessments a where a.tenant_id = c.tenant_id and a.content_set_id = c.id) as assessments,
      case when m.total > 0 then jsonb_build_object('moved', m.moved, 'total', m.total, 'is_over', m.ended_at is not null) end as move
    from content_sets c left join edition_moves m on m.tenant_id = c.tenant_id and m.content_set_id = c.id
    left join users u on u.tenant_id = c.tenant_id and u.id = c.changed_by
    where c.tenant_id = ${tenantId} and c.family_id = ${familyId}
    order by c.version desc`.execute(db)
  return rows
}

export async function comparisonOf(context: SignedInContext, id: number, withId: number) {
  return await inContentSet(context, id, async (db, scope, set) => {
    const before = await getRow(db, scope, withId)
    if (before.family_id !== set.family_id) throw notFound('content set')
    const changes = await changesSince(context, db, scope, before, set)
    const [old, now] = [await describedIn(db, scope, before), await describedIn(db, scope, set)]
    return { ...changes, other_changes: otherChanges(old, now) }
  })
}

type Stage = Pick<ContentSetRow, 'id' | 'status'>

async function changesSince(
  { app }: SignedInContext,
  db: Db,
  scope: Scope,
  before: Stage,
  after: Stage,
): Promise<EditionChanges> {
  if (before.status !== 'draft' && after.status !== 'draft')
    return await changesBetween(app.cache, db, scope, before.id, after.id)
  const [old, now] = [await comparable(db, scope, before.id), await comparable(db, scope, after.id)]
  return compareEditions(old, now)
}

async function comparable(db: Db, scope: Scope, id: number): Promise<Comparable> {
  const draft = await readDraft(db, scope, id)
  return draft ? draftAsFile(draft) : await readEditionFile(db, scope, id)
}

async function describedIn(db: Db, scope: Scope, set: ContentSetRow) {
  const draft = await readDraft(db, scope, set.id)
  if (!draft) return draftOfFile(await readEditionFile(db, scope, set.id), set)
  return { head: draft.head, elements: draft.elements.map(({ element }) => element) }
}

/** An incomplete draft as the file that it would be. */
export function draftAsFile({ elements }: Pick<Draft, 'elements'>): Comparable {
  return {
    elements: elements.map(({ element: { key, title, statements } }) => ({
      key,
      title: title.trim(),
      statements: statements.map(statementAsFile),
    })),
  }
}

function statementAsFile(statement: DraftStatement) {
  return {
    ...statement,
    text: statement.text.trim(),
    guidance: filled(statement.guidance),
    shortTitle: filled(statement.shortTitle ?? ''),
    asksForEvidence: statement.asksForEvidence || undefined,
    weight: statement.weight ?? 1,
    responses: statement.responses.map((response) => ({
      ...response,
      label: response.label.trim(),
      description: filled(response.description),
      value: response.value ?? 0,
      action: filled(response.action),
      effort: response.effort ?? undefined,
      benefit: response.benefit ?? undefined,
      asksForEvidence: response.asksForEvidence || undefined,
    })),
  }
}

function filled(text: string) {
  return text.replaceAll(/\r\n?/g, '\n').trim() || undefined
}
