import { DataDownload } from '#features/identity/data-download.tsx'
import { SettingsSection } from './settings-section.tsx'

export function OwnData() {
  return (
    <SettingsSection
      title="Download my data"
      anchor="download"
      meta="One file with your profile, sessions, accepted terms, reminders, answers, notes, comments, actions, reports, certificates and files, as Excel workbooks and JSON. We keep it for 7 days."
    >
      <DataDownload kind="own" />
    </SettingsSection>
  )
}
