import { formatNumber } from 'rules/plural'
import { type Counted, listCounts } from '#features/lists/list-counts.ts'
import { USERS } from './use-change-users.ts'

type Counts = Counted & { invited: number }

/** "64 of 248 users, 3 invited": users and invited people apart. */
export function userCounts(found: Counts, all: Counts) {
  const text = listCounts(withAccount(found), withAccount(all), USERS)
  return text === '' || all.invited === 0 ? text : `${text}, ${formatNumber(found.invited)} invited`
}

function withAccount({ total, invited, ...counts }: Counts) {
  return { total: counts.has_more_than_total ? total : total - invited, ...counts }
}
