import { DataDownload } from '#features/identity/data-download.tsx'
import { Section } from '#ui/section.tsx'

export function WholeDownload() {
  return (
    <Section id="download" title="Download everything" className="mt-10 border-t pt-6">
      <p className="mt-1 mb-4 measure text-14 text-muted-foreground">
        Download your organisation’s users, answers, notes, comments, plans, reports, certificates,
        files, due dates, reminders and audit log in one file, with the data as Excel workbooks and
        JSON. We keep the file for 7 days. The file contains personal data, so keep it safe.
      </p>
      <DataDownload kind="whole" />
    </Section>
  )
}
