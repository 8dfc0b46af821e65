import type { ContentSetFile } from 'contract/content-format'
import { groupOf } from 'rules/heading-path'
import type { Scoring } from 'rules/scores'
import type { Scope, Db } from '#db/scope.ts'
import type { Cache } from '#core/cache.ts'
import {
  getContentSet,
  listCertificationBands,
  listElements,
  listReportBands,
  listStatementResponses,
  listStatements,
} from './content-sets.queries.ts'

export type Edition = Awaited<ReturnType<typeof readEdition>>

/** A published content set doesn't change, so it is read once. */
export async function editionOf(db: Db, scope: Scope, cache: Cache, contentSetId: number) {
  return await cache(`edition ${scope.tenantId} ${contentSetId}`, async () => {
    const { status } = await getContentSet(db, scope, contentSetId)
    return { value: await readEdition(db, scope, contentSetId), isImmutable: status !== 'draft' }
  })
}

export async function readEdition(db: Db, scope: Scope, contentSetId: number) {
  return assembled({
    set: await getContentSet(db, scope, contentSetId),
    reportBands: await listReportBands(db, scope, contentSetId),
    elements: await listElements(db, scope, contentSetId),
    responses: await listStatementResponses(db, scope, contentSetId),
    statements: await listStatements(db, scope, contentSetId),
    certificationBands: await listCertificationBands(db, scope, contentSetId),
  })
}

export function editionFileOf(text: string): ContentSetFile {
  return editionFile(assembled(JSON.parse(text) as EditionRows))
}

type Rows<List extends (...input: never) => Promise<unknown>> = Awaited<ReturnType<List>>
type EditionRows = {
  set: Rows<typeof getContentSet>
  reportBands: Rows<typeof listReportBands>
  elements: Rows<typeof listElements>
  responses: Rows<typeof listStatementResponses>
  statements: Rows<typeof listStatements>
  certificationBands: Rows<typeof listCertificationBands>
}

function assembled({ set, reportBands, elements, responses, statements, ...rest }: EditionRows) {
  // The status is left out: a published set is retired one day.
  const { status: _status, ...head } = set
  const bands = Map.groupBy(reportBands, (band) => band.element_id)
  const byStatement = Map.groupBy(responses, (response) => response.statement_id)
  const scoring = scoringOf(head)
  return {
    set: head,
    elements: elements.map((element) => ({
      ...element,
      group: groupOf({ group: element.group_name, path: element.path }) || null,
      bands: bands.get(element.id) ?? [],
    })),
    statements: statements.map((statement) => ({
      ...statement,
      scoring,
      responses: askingResponses(statement, byStatement.get(statement.id) ?? []),
    })),
    ...rest,
  }
}

type Settings = Pick<Rows<typeof getContentSet>, 'score_from' | 'not_applicable_counts'>

/** Undefined unless the set scores in another way. */
function scoringOf(set: Settings): Scoring | undefined {
  const from = set.score_from ? ('zero' as const) : undefined
  const notApplicable = countsOf(set)
  return from || notApplicable ? { from, notApplicable } : undefined
}

type Marks = { asks_for_evidence: boolean; asks_for_note: boolean }

/**
 * A statement that asks for evidence does so for every response above the lowest, one that asks for a note for any.
 * `marks` are a response's own.
 */
function askingResponses<Response extends Marks & { value: number }>(
  of: Marks,
  responses: readonly Response[],
) {
  const lowest = Math.min(...responses.map(({ value }) => value))
  return responses.map((response) => {
    const { value, asks_for_evidence, asks_for_note } = response
    return {
      ...response,
      marks: { asks_for_evidence, asks_for_note },
      asks_for_evidence: asks_for_evidence || (of.asks_for_evidence && value > lowest),
      asks_for_note: asks_for_note || of.asks_for_note,
    }
  })
}

/** An edition as a file. It was checked when it was published. */
export async function readEditionFile(db: Db, scope: Scope, id: number): Promise<ContentSetFile> {
  return editionFile(await readEdition(db, scope, id))
}

export function editionFile(edition: Edition): ContentSetFile {
  const { set, elements, statements, certificationBands } = edition
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  return {
    format: 'content-set/1',
    ...headFile(set),
    certificationBands: certificationBands.map(certificationBand),
    elementBands: set.element_bands ?? undefined,
    elements: elements.map((element) => ({
      key: element.key,
      title: element.title,
      description: element.description ?? undefined,
      group: element.path ? undefined : (element.group_name ?? undefined),
      path: element.path ?? undefined,
      required: element.is_required,
      weight: element.weight,
      reportBands: element.bands.length > 0 ? element.bands.map(bandFile) : undefined,
      statements: (byElement.get(element.id) ?? []).map((one) => statementFile(set, one)),
    })),
  }
}

function headFile(set: Edition['set']) {
  return {
    title: set.title,
    description: set.description ?? undefined,
    language: set.language ?? undefined,
    source: set.source ?? undefined,
    licence: set.licence ?? undefined,
    introduction: set.introduction ?? undefined,
    scale: set.scale ?? undefined,
    scoreFrom: set.score_from ? ('zero' as const) : undefined,
    notApplicableCounts: countsOf(set),
    groups: set.groups ?? undefined,
    responses: set.responses ?? undefined,
  }
}

function bandFile({ element_id: _, ...band }: Edition['elements'][number]['bands'][number]) {
  return band
}

function countsOf({ not_applicable_counts: counts }: Settings): 'full' | 'none' | undefined {
  return counts === 'full' || counts === 'none' ? counts : undefined
}

function certificationBand(band: Edition['certificationBands'][number]) {
  const { minStatement, of, minElementBand, ...least } = band
  return {
    ...least,
    ...(minStatement !== null && { minStatement }),
    ...(of !== null && { of }),
    ...(minElementBand !== null && { minElementBand }),
  }
}

/** In the order of the set. */
function groupsOf({ groups }: Edition['set'], statement: Edition['statements'][number]) {
  const { level_key, profile_keys, tag_keys } = statement
  const named = new Set([level_key, ...(profile_keys ?? []), ...(tag_keys ?? [])])
  const keys = (groups ?? []).flatMap(({ key }) => (named.has(key) ? [key] : []))
  return keys.length > 0 ? keys : undefined
}

function statementFile(set: Edition['set'], statement: Edition['statements'][number]) {
  return {
    key: statement.key,
    text: statement.text,
    guidance: statement.guidance ?? undefined,
    shortTitle: statement.short_title ?? undefined,
    weight: statement.weight,
    allowsNotApplicable: statement.allows_not_applicable,
    asksForEvidence: statement.asks_for_evidence || undefined,
    asksForNote: statement.asks_for_note || undefined,
    evidenceExample: statement.evidence_example ?? undefined,
    groups: groupsOf(set, statement),
    isKey: statement.is_key ? (true as const) : undefined,
    responses: statement.responses.map(
      ({ marks, key, label, description, value, action, effort, benefit }) => ({
        key,
        label,
        description: description ?? undefined,
        value,
        action: action ?? undefined,
        effort: effort ?? undefined,
        benefit: benefit ?? undefined,
        asksForEvidence: marks.asks_for_evidence || undefined,
        asksForNote: marks.asks_for_note || undefined,
      }),
    ),
  }
}
