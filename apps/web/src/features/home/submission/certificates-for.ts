import type { Overview } from 'contract/assessments'
import type { CertificationSummary } from 'contract/certifications'

/** Certificates for the content set, the user's own or the organisation's as the overview is. */
export function certificatesFor(
  { set, shared }: Overview,
  all: readonly CertificationSummary[] = [],
): CertificationSummary[] {
  return all.filter((one) => one.set === set && (one.is_shared ?? false) === (shared !== null))
}
