import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { can } from '#core/can.ts'
import { hasSession } from '#core/session.ts'
import { NextStepNotice, nextStepQuery } from '#features/home/next-step-notice.tsx'
import { SiteFrame } from '#features/frames/site-frame.tsx'
import { useTenant } from '#core/tenant.ts'
import { userQuery, useVisitor } from '#core/user.ts'
import { Page, PageHead } from '#ui/page.tsx'
import { Section } from '#ui/section.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

interface TextPageProps {
  title: string
  meta: string
  children: ReactNode
}

/** A page that visitors read too. */
export function TextPage({ title, meta, children }: TextPageProps) {
  const notice = useNotice()
  return (
    <SiteFrame>
      {notice === 'possible' && <NextStepNotice />}
      <Page width="reading" className="pt-12 text-16">
        {notice === 'unknown' ? (
          <SkeletonRows label="Loading the page" />
        ) : (
          <>
            <PageHead title={title} meta={meta} />
            {children}
          </>
        )}
      </Page>
    </SiteFrame>
  )
}

/** A user and the next step are known before the page shows, so that nothing moves. A failure holds it up only once. */
function useNotice() {
  const user = useVisitor()
  const isRespondent =
    user?.tc_accepted === true && !user.mfa_setup_required && can(user, 'access-to-private-area')
  const { isLoading, failureCount } = useQuery({ ...userQuery, enabled: hasSession() })
  const next = useQuery({ ...nextStepQuery, enabled: isRespondent })
  if ((isLoading && failureCount === 0) || next.isLoading) return 'unknown'
  return isRespondent ? 'possible' : 'none'
}

export function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title} titleClassName="text-21" className="mt-10 first-of-type:mt-0">
      <div className="mt-3 space-y-3 text-subtle-foreground">{children}</div>
    </Section>
  )
}

export function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1.5 ps-5">
      {of.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

interface ContactProps {
  /** What to write there, after the address. */
  about: string
  /** What to do where the operator has given no address. */
  otherwise: string
}

export function Contact({ about, otherwise }: ContactProps) {
  const address = useTenant().support_email
  if (!address) return <p>{otherwise}</p>
  return (
    <p>
      Write to{' '}
      <a href={`mailto:${address}`} className="link wrap-anywhere">
        {address}
      </a>
      {about}
    </p>
  )
}
