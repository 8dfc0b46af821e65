import type { CertificationSummary } from 'contract/certifications'

type Row = Pick<CertificationSummary, 'id' | 'set' | 'year' | 'status'>

/** Valid ones first, then the newest. */
export function validFirst<Certificate extends Row>(certificates: readonly Certificate[]) {
  return certificates.toSorted(
    (one, other) =>
      Number(other.status === 'valid') - Number(one.status === 'valid') ||
      other.year - one.year ||
      other.id - one.id,
  )
}

type Shown = { set: number | null; years: readonly number[] }

/** Years to choose from, newest first: those with a certificate of the shown set, and others such as those with an assessment. */
export function yearsToChoose(certificates: readonly Row[], { set, years }: Shown): number[] {
  const ofSet = certificates.filter((each) => set === null || each.set === set)
  return [...new Set([...years, ...ofSet.map(({ year }) => year)])].sort(
    (one, other) => other - one,
  )
}

/** The certificate to open for a year: its only one. Null if the list shows that there are none or several. */
export function onlyOfYear(certificates: readonly Row[], year: number) {
  const ofYear = certificates.filter((each) => each.year === year)
  return ofYear.length === 1 ? (ofYear[0]?.id ?? null) : null
}
