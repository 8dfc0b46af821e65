import type { ContentSetFile } from 'contract/content-format'
import type { DraftElement, DraftHead, DraftResponse } from 'contract/draft'
import { isShared, withSetResponses } from 'contract/set-responses'

/** What a file doesn't say about a content set. */
export type InForce = Pick<
  DraftHead,
  'year_from' | 'year_to' | 'offers_self_assessment' | 'offers_certification'
>

export function draftOfFile(file: ContentSetFile, inForce: InForce) {
  const head: DraftHead = {
    title: file.title,
    description: file.description ?? '',
    language: file.language ?? '',
    source: file.source ?? '',
    licence: file.licence ?? '',
    introduction: file.introduction ?? '',
    scale: file.scale ?? [],
    ...used({ scoreFrom: file.scoreFrom, notApplicableCounts: file.notApplicableCounts }),
    ...used({
      groups: file.groups?.map(({ order, description = '', ...group }) => ({
        ...group,
        description,
        ...used({ order }),
      })),
      responses: file.responses?.map(draftResponseOf),
    }),
    certificationBands: file.certificationBands,
    ...used({ elementBands: file.elementBands }),
    ...inForceOf(inForce),
  }
  return { head, elements: file.elements.map((one) => draftElementOf(one, file.responses)) }
}

export function inForceOf({
  year_from,
  year_to,
  offers_self_assessment,
  offers_certification,
}: InForce): InForce {
  return { year_from, year_to, offers_self_assessment, offers_certification }
}

/** The years and types of a new content set. */
export function inForceFrom(year_from: number | null) {
  return { year_from, year_to: null, offers_self_assessment: true, offers_certification: true }
}

type Valued = { statements: readonly { responses: readonly { value: number | null }[] }[] }

/** 0 if the values of every statement begin there, otherwise 1. Only used with a scale. */
export function lowestLevel(
  elements: readonly Valued[],
  shared?: Valued['statements'][number]['responses'],
): 0 | 1 {
  const statements = elements.flatMap((element) =>
    element.statements.map((statement) => withSetResponses(shared, statement)),
  )
  const fromZero = statements.every(({ responses }) => responses[0]?.value === 0)
  return statements.length > 0 && fromZero ? 0 : 1
}

type Element = ContentSetFile['elements'][number]
type Response = Element['statements'][number]['responses'][number]

/** `shared`: responses of the set, which a statement of a draft doesn't repeat. */
export function draftElementOf(
  { path, ...element }: Element,
  shared?: readonly Response[],
): DraftElement {
  return {
    ...element,
    ...(path && { path }),
    description: element.description ?? '',
    group: element.group ?? '',
    reportBands: element.reportBands ?? [],
    statements: element.statements.map((statement) => ({
      ...statement,
      guidance: statement.guidance ?? '',
      shortTitle: statement.shortTitle ?? '',
      asksForEvidence: statement.asksForEvidence ?? false,
      responses: isShared(shared, statement.responses)
        ? []
        : statement.responses.map(draftResponseOf),
    })),
  }
}

function draftResponseOf(response: Response): DraftResponse {
  return {
    ...response,
    description: response.description ?? '',
    action: response.action ?? '',
    effort: response.effort ?? null,
    benefit: response.benefit ?? null,
    asksForEvidence: response.asksForEvidence ?? false,
  }
}

/** The release before reads drafts that don't have the newer fields. */
function used<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}
