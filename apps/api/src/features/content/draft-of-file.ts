import type { ContentSetFile } from 'contract/content-format'
import type { DraftElement, DraftHead } from 'contract/draft'

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
    certificationBands: file.certificationBands,
    ...inForceOf(inForce),
  }
  return { head, elements: file.elements.map(draftElementOf) }
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
export function lowestLevel(elements: readonly Valued[]): 0 | 1 {
  const statements = elements.flatMap((element) => element.statements)
  const fromZero = statements.every(({ responses }) => responses[0]?.value === 0)
  return statements.length > 0 && fromZero ? 0 : 1
}

export function draftElementOf({
  path,
  ...element
}: ContentSetFile['elements'][number]): DraftElement {
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
      responses: statement.responses.map((response) => ({
        ...response,
        description: response.description ?? '',
        action: response.action ?? '',
        effort: response.effort ?? null,
        benefit: response.benefit ?? null,
        asksForEvidence: response.asksForEvidence ?? false,
      })),
    })),
  }
}
