const QUARTERS = ['Under 25%', '25 to 49%', '50 to 74%', '75% or more']

/** Level names from low to high: as the content set names them, or numbers, or quarters in percent. */
export function levelNames(scale: readonly string[] | number | null | undefined): string[] {
  if (scale === null || scale === undefined) return QUARTERS
  if (typeof scale === 'number')
    return Array.from({ length: scale }, (_, index) => `Level ${index + 1} of ${scale}`)
  return scale.map((name, index) => `${index + 1} ${name}`)
}
