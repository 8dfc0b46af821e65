import type { Review } from 'contract/reviews'

export function statementsOf({ elements }: Pick<Review, 'elements'>) {
  return elements.flatMap(({ statements }) => statements)
}

/** After a withdrawal, return or refusal, the respondent can edit again. */
export function isHandedIn({ status }: Pick<Review, 'status'>) {
  return !['withdrawn', 'returned', 'refused'].includes(status)
}
