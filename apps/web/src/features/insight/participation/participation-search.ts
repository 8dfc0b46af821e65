import { ASSESSMENT_STATUSES, ASSESSMENT_TYPES, ENDING_KINDS } from 'contract/enumerations'
import { api } from '#core/api.ts'
import {
  type Reader,
  lenient,
  listOf,
  oneOf,
  someText,
  sortOf,
  wholeNumber,
} from '#core/lenient.ts'
import { listed, paging, searchText } from '#features/lists/list-search.ts'

const MAX_LEVELS = 250

const titleText: Reader<string> = (value) => {
  const title = someText(value)?.trim()
  const isShown = title && !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(title)
  return isShown && title.length <= 500 ? title : undefined
}

/** Separate from its page, because search parsers are part of every first page. */
export const readParticipation = lenient({
  ...paging,
  sort: sortOf(['name', 'touched_at']),
  name: searchText,
  tenant_id: wholeNumber(1),
  year: wholeNumber(2000, 2100),
  type: oneOf(ASSESSMENT_TYPES),
  state: listOf(oneOf(ASSESSMENT_STATUSES)),
  activity: oneOf(['stalled', 'complete']),
  certificate: oneOf(ENDING_KINDS),
  title: titleText,
  level: (value) => (value === 'any' ? value : wholeNumber(1, MAX_LEVELS)(value)),
  scale: wholeNumber(2, MAX_LEVELS),
})

export type ParticipationSearch = ReturnType<typeof readParticipation>

export function participationQuery(search: ParticipationSearch) {
  return api.participation.list.query({ query: listed(search) })
}
