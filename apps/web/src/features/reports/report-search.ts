import { ASSESSMENT_TYPES, PLAN_STATUSES, WHOSE } from 'contract/enumerations'
import { lenient, listOf, oneOf, sortOf, wholeNumber } from '#core/lenient.ts'
import { searchText } from '#features/lists/list-search.ts'

/** The search parameters of the overview and of all report pages. */
const choice = {
  year: wholeNumber(2000, 2100),
  type: oneOf(ASSESSMENT_TYPES),
  /** The id that all editions of a content set share. */
  set: wholeNumber(1),
  /** The organisation's shared assessment, which is shown if there is one, or the user's own. */
  whose: oneOf(WHOSE),
}

export const readReportsSearch = lenient(choice)

export const readReportSearch = lenient({
  ...choice,
  tab: oneOf(['plan']),
  /** What of the plan is shown, in which order. */
  find: searchText,
  status: listOf(oneOf(PLAN_STATUSES)),
  owner: listOf(wholeNumber(0)),
  order: sortOf(['title', 'owner', 'due', 'status']),
  profile: oneOf(['table']),
  actions: oneOf(['path']),
  /** The order of the actions, if not by gain. */
  sort: oneOf(['effort', 'element']),
  element: wholeNumber(1),
  /** How many actions are shown, if more than the first few. */
  show: wholeNumber(1),
  /** The earlier report to compare with, if not the last one. */
  compare: wholeNumber(1),
})

export type ReportSearch = ReturnType<typeof readReportSearch>
