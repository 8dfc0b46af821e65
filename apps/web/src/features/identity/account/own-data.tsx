import { DataDownload } from '#features/identity/data-download.tsx'
import { SettingsSection } from './settings-section.tsx'

export function OwnData() {
  return (
    <div id="download">
      <SettingsSection
        title="Download my data"
        meta="One file with your profile, sessions, accepted terms, answers, notes, reports, certificates and files, as Excel workbooks and JSON. We keep it for 7 days."
      >
        <DataDownload kind="own" />
      </SettingsSection>
    </div>
  )
}
