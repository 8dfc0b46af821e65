import { responseNumbers } from 'rules/response-numbers'
import type { Scale } from 'rules/scores'

const QUARTERS = ['Under 25%', '25 to 49%', '50 to 74%', '75% or more']

const ORDINALS = new Intl.PluralRules('en-GB', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** Level names from low to high: as the content set names them, or by their place, or quarters in percent. */
export function levelNames(scale: Scale | number | undefined): string[] {
  if (scale === null || scale === undefined) return QUARTERS
  if (typeof scale === 'number')
    return Array.from({ length: scale }, (_, index) => `${ordinal(index + 1)} of ${scale} levels`)
  const { numbers, areOwn } = responseNumbers(scale.names, scale.lowest)
  return scale.names.map((name, index) =>
    areOwn || numbers[index] === null ? name : `${numbers[index]} ${name}`,
  )
}

/** A place instead of a number, because the lowest level can be 0. */
function ordinal(place: number) {
  return `${place}${ENDINGS[ORDINALS.select(place)] ?? 'th'}`
}
