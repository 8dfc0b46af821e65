/** Limits of the exchange format `content-set/1`. `key`, `line` and `passage` are lengths of texts. */
export const CONTENT_LIMITS = {
  unpackedBytes: 20 * 1024 * 1024,
  elements: 2000,
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

/** Between responses of the same value lies no action. */
export function needsAction({ value }: Valued, before: Valued | undefined): boolean {
  return before !== undefined && (value === null || value !== before.value)
}
