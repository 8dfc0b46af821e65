import type { Review, ReviewStatement } from 'contract/reviews'

export function changeStatements(
  review: Review,
  change: (statement: ReviewStatement) => ReviewStatement,
): Review {
  const elements = review.elements.map((element) => ({
    ...element,
    statements: element.statements.map(change),
  }))
  return { ...review, elements }
}
