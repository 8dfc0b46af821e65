import type { DraftElement, DraftHead } from 'contract/draft'
import { type Insertable, sql } from 'kysely'
import type { ContentSets } from '#db/schema.gen.ts'
import type { Scope, Db } from '#db/scope.ts'
import { nextId } from '#support/tenants.queries.ts'
import type { ContentSetRow } from '#features/content/drafts/drafts.queries.ts'

type NewEdition = Omit<Insertable<ContentSets>, 'tenant_id' | 'id' | 'family_id'> & {
  family_id?: number
}

/** A published edition without its parts. Unless it names another family, it starts one. */
export async function insertEdition(
  db: Db,
  { tenantId }: Scope,
  columns: NewEdition,
): Promise<number> {
  const id = await nextId(db)
  await db
    .insertInto('content_sets')
    .values({
      tenant_id: tenantId,
      id,
      family_id: id,
      ...columns,
      status: 'published',
      published_at: sql<string>`now()`,
    })
    .execute()
  return id
}

/** Lists of an edition as JSON, because it is written as it is. */
export type EditionParts = Record<
  'certificationBands' | 'elements' | 'reportBands' | 'statements' | 'responses',
  string
>

/** Writes the parts of an edition. The database refuses later changes. */
export async function insertParts(db: Db, { tenantId }: Scope, id: number, parts: EditionParts) {
  await sql`
    insert into certification_bands (tenant_id, content_set_id, position, label, min_overall, min_element, min_statement, of_statements, min_element_band)
    select ${tenantId}, ${id}, x.position, x.label, x."minOverall", x."minElement", x."minStatement", x.of, x."minElementBand"
    from jsonb_to_recordset(${parts.certificationBands})
      as x(position int, label text, "minOverall" float8, "minElement" float8, "minStatement" float8, of text, "minElementBand" text)`.execute(
    db,
  )
  // New ids are joined as lists, because new rows aren't counted yet and a plan with the tables could be slow.
  const elements = await sql`
    with e as (
      insert into elements (tenant_id, content_set_id, key, position, title, description, group_name, path, is_required, weight)
      select ${tenantId}, ${id}, x.key, x.position, x.title, x.description, x."group", x.path, x.required, x.weight
      from jsonb_to_recordset(${parts.elements})
        as x(key text, position int, title text, description text, "group" text, path text[], required boolean, weight float8)
      returning id, key
    ), q as (
      insert into statement_sets (tenant_id, element_id) select ${tenantId}, id from e returning id, element_id
    )
    select e.key, e.id, q.id as set_id from e join q on q.element_id = e.id`.execute(db)
  const elementIds = sql`jsonb_to_recordset(${JSON.stringify(elements.rows)}) as e(key text, id bigint, set_id bigint)`
  await sql`
    insert into report_bands (tenant_id, element_id, from_percent, to_percent, title, text)
    select ${tenantId}, e.id, x."from", x."to", x.title, x.text
    from jsonb_to_recordset(${parts.reportBands})
      as x(element text, "from" float8, "to" float8, title text, text text)
    join ${elementIds} on e.key = x.element`.execute(db)
  const statements = await sql`
    insert into statements (tenant_id, content_set_id, element_id, statement_set_id, key, position, text, guidance, short_title, weight, allows_not_applicable, asks_for_evidence, asks_for_note, evidence_example, level_key, profile_keys, tag_keys, is_key)
    select ${tenantId}, ${id}, e.id, e.set_id, x.key, x.position, x.text, x.guidance, x."shortTitle", x.weight, x."allowsNotApplicable",
      coalesce(x."asksForEvidence", false), coalesce(x."asksForNote", false), x."evidenceExample",
      x.level, x.profiles, x.tags, coalesce(x."isKey", false)
    from jsonb_to_recordset(${parts.statements})
      as x(element text, key text, position int, text text, guidance text, "shortTitle" text, weight float8,
        "allowsNotApplicable" boolean, "asksForEvidence" boolean, "asksForNote" boolean, "evidenceExample" text,
        level text, profiles text[], tags text[], "isKey" boolean)
    join ${elementIds} on e.key = x.element
    returning id, key`.execute(db)
  await sql`
    insert into statement_responses (tenant_id, statement_id, key, position, label, description, value, action, effort, benefit, asks_for_evidence, asks_for_note)
    select ${tenantId}, s.id, x.key, x.position, x.label, x.description, x.value, x.action, x.effort, x.benefit,
      coalesce(x."asksForEvidence", false), coalesce(x."asksForNote", false)
    from jsonb_to_recordset(${parts.responses})
      as x(statement text, key text, position int, label text, description text, value float8, action text,
        effort smallint, benefit smallint, "asksForEvidence" boolean, "asksForNote" boolean)
    join jsonb_to_recordset(${JSON.stringify(statements.rows)}) as s(key text, id bigint) on s.key = x.statement`.execute(
    db,
  )
}

type Edition = Pick<
  ContentSetRow,
  'id' | 'family_id' | 'version' | 'template_id' | 'template_family_id'
>

type NewDraft = {
  head: DraftHead
  /** JSON is written as it is. */
  elements: readonly DraftElement[] | string
  authorId?: number | null
  /** The edition that it follows; without one it starts a new family. */
  follows?: Edition
}

export async function insertDraft(
  db: Db,
  { tenantId }: Scope,
  { head, elements, authorId = null, follows }: NewDraft,
): Promise<number> {
  const id = await nextId(db)
  await db
    .insertInto('content_sets')
    .values({
      tenant_id: tenantId,
      id,
      title: head.title,
      draft: JSON.stringify(head),
      status: 'draft',
      ...(follows ? placeAfter(follows) : { family_id: id }),
      changed_by: authorId,
      draft_saved_by: authorId,
    })
    .execute()
  await sql`
    insert into draft_elements (tenant_id, content_set_id, position, element, saved_by)
    select ${tenantId}, ${id}, x.position, x.element, ${authorId}
    from jsonb_array_elements(${typeof elements === 'string' ? elements : JSON.stringify(elements)})
      with ordinality x(element, position)`.execute(db)
  return id
}

function placeAfter({ id, version, family_id, template_id, template_family_id }: Edition) {
  return { family_id, template_id, template_family_id, version: version + 1, based_on: id }
}
