import { DataDownload } from '#features/identity/data-download.tsx'
import { Section } from '#ui/section.tsx'

export function WholeDownload() {
  return (
    <Section id="download" title="Download everything" className="mt-10 border-t pt-6">
      <p className="mt-1 mb-4 measure text-14 text-muted-foreground">
        One file with your organisation’s people, answers, notes, comments, plans, reports,
        certificates, files, due dates, reminders and audit log, as Excel workbooks and JSON. We
        keep it for 7 days. It contains personal data, so keep it safe.
      </p>
      <DataDownload kind="whole" />
    </Section>
  )
}
