import type { Scale } from 'rules/scores'

const QUARTERS = ['Under 25%', '25 to 49%', '50 to 74%', '75% or more']

/** Level names from low to high: as the content set names them, or by their place, or quarters in percent. */
export function levelNames(scale: Scale | number | undefined): string[] {
  if (scale === null || scale === undefined) return QUARTERS
  if (typeof scale === 'number')
    return Array.from({ length: scale }, (_, index) => `Level ${index + 1} of ${scale}`)
  return scale.names.map((name, index) => `${scale.lowest + index} ${name}`)
}
