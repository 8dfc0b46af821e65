import type { Review } from 'contract/reviews'

/** "Statement 4 of 6 reviewed" needs all of them, whatever element they belong to. */
export function statementsOf({ elements }: Pick<Review, 'elements'>) {
  return elements.flatMap(({ statements }) => statements)
}

export function count(number: number, noun: string) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** What was withdrawn, returned or refused is its respondent's again. */
export function isHandedIn({ status }: Pick<Review, 'status'>) {
  return !['withdrawn', 'returned', 'refused'].includes(status)
}
