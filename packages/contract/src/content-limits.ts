/** Limits of the exchange format `content-set/1`. `key`, `line` and `passage` are lengths of texts. */
export const CONTENT_LIMITS = {
  unpackedBytes: 20 * 1024 * 1024,
  elements: 2000,
  /** Headings above an element. */
  headings: 10,
  groups: 200,
  responses: 50_000,
  responsesOfStatement: 250,
  key: 200,
  line: 500,
  // A workbook cell holds at most 32,767 characters.
  passage: 32_000,
  /** Faults of a draft that are listed together. */
  listedFaults: 1000,
}

type Valued = { value: number | null }

/** How many responses have no text for what it takes to reach them. */
export function countMissingActions(elements: readonly Scored[]): number {
  const statements = elements.flatMap((element) => element.statements)
  return statements.reduce(
    (count, { responses }) =>
      count +
      responses.filter(
        (response, index) => !response.action && needsAction(response, responses[index - 1]),
      ).length,
    0,
  )
}

type Scored = {
  statements: readonly {
    responses: readonly (Valued & { action?: string | undefined })[]
  }[]
}

/** Between responses of the same value lies no action. */
export function needsAction({ value }: Valued, before: Valued | undefined): boolean {
  return before !== undefined && (value === null || value !== before.value)
}

/** Whether these values of a statement's responses are the positions of so many levels, counted from 0 or 1. */
export function isScaleOf(values: readonly (number | null)[], levels: number): boolean {
  const [lowest] = values
  if (values.length !== levels || (lowest !== 0 && lowest !== 1)) return false
  return values.every((value, index) => value === lowest + index)
}
