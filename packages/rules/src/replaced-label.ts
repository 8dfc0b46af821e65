import type { ReplacedSet } from 'contract/editions'
import { plural } from './plural.ts'

const TYPES = {
  self_assessment: 'self-assessments',
  certification: 'certifications',
  both: 'self-assessments and certifications',
}

/** What publishing another set does to one in force: `The new content set replaces “Care”, version 2, for certifications in 2026. …` */
export function replacedText({ title, version, types, ...rest }: ReplacedSet): string {
  const [type = 'self_assessment', other] = types
  const years = yearsText(rest)
  return `The new content set replaces “${title}”, version ${version}, for ${TYPES[other ? 'both' : type]} ${years}. ${usersText(rest)}`
}

function yearsText({ year_from: from, year_to: to }: Pick<ReplacedSet, 'year_from' | 'year_to'>) {
  if (to === null) return `from ${from}`
  return from === to ? `in ${from}` : `from ${from} to ${to}`
}

function usersText({ started, not_started }: Pick<ReplacedSet, 'started' | 'not_started'>) {
  const keeping = plural(started, {
    one: '# user has already started and keeps the old set.',
    other: '# users have already started and keep the old set.',
  })
  const getting = plural(not_started, {
    one: '# user who hasn’t started gets the new set.',
    other: '# users who haven’t started get the new set.',
  })
  return started === 0 ? getting : `${keeping} ${getting}`
}
