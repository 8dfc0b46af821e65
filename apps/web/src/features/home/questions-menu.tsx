import { useMutation } from '@tanstack/react-query'
import type { Overview } from 'contract/assessments'
import { FileSpreadsheet, FileText, FileUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { allows } from 'rules/assessment-status'
import { api } from '#core/api.ts'
import { fetchFile } from '#core/files.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { failureToast } from '#core/toast.ts'
import { useTenant } from '#core/tenant.ts'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { QuestionsButton } from './questions-button.tsx'

const UploadAnswers = lazyPart(() => import('./upload-answers.tsx'), 'UploadAnswers')

/** All questions as files, and the way back for answers in the workbook. */
export function QuestionsMenu({ overview }: { overview: Overview }) {
  const { year: currentYear } = useTenant()
  const { year, type } = overview
  const choice = choiceOf(overview)
  const isOpen = canAnswer(overview, currentYear)
  const [isUploading, setUploading] = useState(false)
  const { set, whose } = choice
  const query = {
    year: String(year),
    type,
    ...(set !== undefined && { set: String(set) }),
    ...(whose && { whose }),
  }
  const xlsx = useDownload((init) => api.questions.xlsx.call({ query }, init))
  const pdf = useDownload((init) => api.questions.pdf.call({ query }, init))
  return (
    <>
      <Menu trigger={<QuestionsButton isLoading={xlsx.isPending || pdf.isPending} />}>
        <MenuItem icon={<FileSpreadsheet />} onSelect={() => xlsx.mutate()}>
          {isOpen ? 'Download workbook to fill in (XLSX)' : 'Download workbook (XLSX)'}
        </MenuItem>
        <MenuItem icon={<FileText />} onSelect={() => pdf.mutate()}>
          Download PDF
        </MenuItem>
        {isOpen && (
          <>
            <MenuSeparator />
            <MenuItem icon={<FileUp />} onSelect={() => setUploading(true)}>
              Upload answers
            </MenuItem>
          </>
        )}
      </Menu>
      {isUploading && (
        <Suspense>
          <UploadAnswers {...{ year, type, choice }} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  )
}

type Fetch = Parameters<typeof fetchFile>[0]

function useDownload(fetch: Fetch) {
  return useMutation({
    mutationFn: () => fetchFile(fetch),
    onError: failureToast('The questions could not be downloaded'),
  })
}

/** A submitted assessment can't be changed, and only this year's can be started. */
function canAnswer({ assessment, shared, year }: Overview, currentYear: number) {
  if (shared?.role === 'viewer') return false
  if (assessment === null) return year === currentYear
  return allows(assessment.status, 'answer')
}
