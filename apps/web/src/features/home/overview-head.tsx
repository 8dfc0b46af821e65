import { ASSESSMENT_TYPES } from 'contract/enumerations'
import type { Overview } from 'contract/assessments'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { SetTitle } from '#features/assessments/set-title.tsx'
import { PageHead } from '#ui/page.tsx'
import { QuestionsButton } from './questions-button.tsx'
import { Segment } from '#ui/segment.tsx'
import { SelectField } from '#ui/select-field.tsx'

const QuestionsMenu = lazyPart(() => import('./questions-menu.tsx'), 'QuestionsMenu')

const TYPES = ASSESSMENT_TYPES.map((value) => ({
  value,
  label: ASSESSMENT_TYPE_LABELS[value],
}))

export function OverviewHead({ overview }: { overview: Overview }) {
  const navigate = useNavigate({ from: '/' })
  const { year, years, type, content_set } = overview
  return (
    <PageHead
      className="max-md:grid max-md:grid-cols-[1fr_auto] max-md:[&>div:last-child]:contents"
      overline={content_set && <SetTitle overview={overview} />}
      title={
        <>
          Where we are <span className="max-md:sr-only">in {year}</span>
        </>
      }
      actions={
        <>
          {content_set !== null && (
            <Suspense fallback={<QuestionsButton className="invisible" />}>
              <QuestionsMenu overview={overview} />
            </Suspense>
          )}
          <Segment
            label="Type"
            className="max-md:order-last max-md:col-span-2 max-md:flex max-md:w-full"
            options={TYPES}
            value={type}
            onValueChange={(chosen) =>
              void navigate({ search: (before) => ({ ...before, type: chosen }) })
            }
          />
          <SelectField
            label="Year"
            isLabelHidden
            fieldClassName="min-w-26"
            value={year}
            options={years.map((each) => ({ value: String(each), label: String(each) }))}
            onChange={({ target }) =>
              void navigate({ search: (before) => ({ ...before, year: Number(target.value) }) })
            }
          />
        </>
      }
    />
  )
}
