import type { DraftResponse, DraftStatement } from 'contract/draft'
import { emptyResponse } from '#features/content/saving/draft-making.ts'

export interface Scale {
  name: string
  /** Lowest first. */
  labels: readonly string[]
}

export const SCALES: readonly Scale[] = [
  { name: 'Four levels', labels: ['Starting', 'Developing', 'Established', 'Leading'] },
  {
    name: 'Five levels',
    labels: ['Initial', 'Repeatable', 'Defined', 'Managed', 'Optimising'],
  },
  {
    name: 'Agreement',
    labels: ['Strongly disagree', 'Disagree', 'Neither', 'Agree', 'Strongly agree'],
  },
  { name: 'No or yes', labels: ['No', 'Yes'] },
  { name: 'No, partly, yes', labels: ['No', 'Partly', 'Yes'] },
]

/** Responses keep their texts and take the scale's names in turn; what is missing is added, what is left over goes. */
export function withScale(statement: DraftStatement, labels: readonly string[]): DraftStatement {
  const responses = labels.map((label, index) => {
    const old = statement.responses[index]
    return old ? { ...old, label, value: index + 1 } : emptyResponse(label, index + 1)
  })
  return { ...statement, responses }
}

/** How a statement that is added begins: by the set's scale, else as the one before it. */
export function labelsFor(scale: readonly string[], before: DraftStatement | undefined) {
  if (scale.length > 0) return scale
  return before?.responses.map(({ label }) => label) ?? []
}

/** Moves a response; the values stay in their order, lowest first. */
export function withMoved(responses: readonly DraftResponse[], from: number, to: number) {
  const moved = responses[from]
  if (!moved || to < 0 || to >= responses.length) return [...responses]
  const values = responses.map(({ value }) => value)
  return responses
    .toSpliced(from, 1)
    .toSpliced(to, 0, moved)
    .map((response, index) => ({ ...response, value: values[index] ?? null }))
}

export function withOneMore(responses: readonly DraftResponse[]) {
  // One that is being typed wrong is text until it is mended.
  const values = responses.map(({ value }) => (typeof value === 'number' ? value : 0))
  const highest = Math.max(0, ...values)
  return [...responses, emptyResponse('', Math.floor(highest) + 1)]
}
