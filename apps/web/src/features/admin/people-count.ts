/** "1 person", "37 people". */
export function peopleCount(count: number) {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-GB')} people`
}

/** "64 of 248 people", or of so many that counting stopped. */
export function peopleCounts(found: Counted, all: Counted) {
  const most = all.has_more_than_total
    ? `more than ${peopleCount(all.total)}`
    : peopleCount(all.total)
  if (found.has_more_than_total || found.total === all.total) return most.replace(/^m/, 'M')
  return `${found.total.toLocaleString('en-GB')} of ${most}`
}

interface Counted {
  total: number
  has_more_than_total: boolean
}
