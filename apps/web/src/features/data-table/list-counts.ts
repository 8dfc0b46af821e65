interface Counted {
  total: number
  has_more_than_total: boolean
}

/** "64 of 248 people", or of so many that counting stopped; `say` names a number of them. */
export function listCounts(found: Counted, all: Counted, say: (count: number) => string) {
  const most = all.has_more_than_total ? `more than ${say(all.total)}` : say(all.total)
  if (found.has_more_than_total || found.total === all.total) return most.replace(/^m/, 'M')
  return `${found.total.toLocaleString('en-GB')} of ${most}`
}
