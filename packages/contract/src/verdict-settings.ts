/** What is 0%: the lowest response, or the value 0. The first is the default, which files leave out. */
export const SCORE_FROM = ['lowest', 'zero'] as const
/** What "not applicable" counts as: nothing, 100% or 0%. */
export const NOT_APPLICABLE_COUNTS = ['excluded', 'full', 'none'] as const
