import type { ReportSnapshot } from 'contract/reports'
import type { ReactNode } from 'react'
import { ContentLanguage, useContentDirection } from '#ui/content-text.tsx'

interface InReportLanguageProps {
  snapshot: Pick<ReportSnapshot, 'content_set'>
  className?: string
  children: ReactNode
}

/** Gives a report the language and direction of its content set. */
export function InReportLanguage({ snapshot, className, children }: InReportLanguageProps) {
  return (
    <ContentLanguage of={snapshot.content_set.language}>
      <Columns className={className}>{children}</Columns>
    </ContentLanguage>
  )
}

function Columns(props: { className: string | undefined; children: ReactNode }) {
  return <div dir={useContentDirection()} {...props} />
}
