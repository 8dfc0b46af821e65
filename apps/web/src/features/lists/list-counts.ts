import { formatNumber, plural } from 'rules/plural'

export interface Counted {
  total: number
  has_more_than_total: boolean
  tooSlow?: string
}

/** "64 of 248 users", or "12 of more than 1,000 users" if counting stopped. */
export function listCounts(found: Counted, all: Counted, noun: Parameters<typeof plural>[1]) {
  if (found.tooSlow ?? all.tooSlow) return ''
  const total = plural(all.total, noun)
  if (found.has_more_than_total || found.total === all.total)
    return all.has_more_than_total ? `More than ${total}` : total
  const shown = formatNumber(found.total)
  return all.has_more_than_total ? `${shown} of more than ${total}` : `${shown} of ${total}`
}
