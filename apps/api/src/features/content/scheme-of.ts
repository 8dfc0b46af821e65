import type { ContentSetFile } from 'contract/content-format'
import { levelsOf } from 'contract/content-groups'
import { sameText } from 'contract/same-text'
import type { CertificationBand, Scheme } from 'rules/verdict'

/** What decides about the bands of an edition. */
export type SchemeRows<Band extends CertificationBand = CertificationBand> = {
  certificationBands: readonly Band[]
  elementBands?: ContentSetFile['elementBands'] | null | undefined
  groups?: ContentSetFile['groups'] | null | undefined
  /** The chosen level and those below it. Null: all. */
  chosenLevels?: readonly string[] | null | undefined
}

/** Bands name levels and element bands as the set spells them. */
export function schemeOf<Band extends CertificationBand>(rows: SchemeRows<Band>) {
  const { certificationBands, elementBands, groups, chosenLevels = null } = rows
  const ladder = levelsOf(groups ?? []).map(({ key, label }) => ({ key, label }))
  const keyOf = named(ladder.map(({ key }) => key))
  const bandOf = named((elementBands ?? []).map(({ label }) => label))
  const scheme: Scheme<Band> = {
    levels: ladder.map(({ key }) => key),
    chosenLevels,
    bands: certificationBands.map((band) => ({
      ...band,
      of: keyOf(band.of),
      minElementBand: bandOf(band.minElementBand),
    })),
    elementBands: elementBands?.map((band) => ({ ...band, of: keyOf(band.of) })),
  }
  return { scheme, ladder }
}

function named(names: readonly string[]) {
  const byText = new Map(names.map((name) => [sameText(name), name]))
  return (name: string | null | undefined) => name && (byText.get(sameText(name)) ?? name)
}
