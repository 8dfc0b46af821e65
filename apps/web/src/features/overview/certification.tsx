import type { Overview } from 'contract/assessments'
import { useTenant } from '#features/session/tenant.ts'
import { CertificationSteps } from './certification-steps.tsx'
import { EarlierCertificate } from './earlier-certificate.tsx'
import { canStart } from './overview-profile.ts'
import { Submission } from './submission.tsx'

/** What it would renew, and how it stands; before it is begun, what it asks for. */
export function Certification({ overview }: { overview: Overview }) {
  const { year: currentYear } = useTenant()
  const { year, assessment } = overview
  const isToCome = year === currentYear && assessment?.status !== 'certified'
  return (
    <>
      {isToCome && <EarlierCertificate overview={overview} />}
      {assessment && <Submission overview={overview} assessmentId={assessment.id} />}
      {canStart(overview, currentYear) && <CertificationSteps overview={overview} />}
    </>
  )
}
