import type { ContentImport } from 'contract/content-imports'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ignoredText } from 'rules/ignored-sheets'
import { formatNumber, plural } from 'rules/plural'
import { changesLabel } from '#features/content/publish/edition-labels.ts'
import { namesOfFields } from '#features/content/editor/field-labels.ts'
import { FaultTable } from '#support/fault-table.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Section } from '#ui/section.tsx'

interface ImportFaultsProps {
  found: ContentImport
  onAnother: () => void
  /** What can be done about them here. */
  children?: ReactNode
}

export function ImportFaults({ found, onAnother, children }: ImportFaultsProps) {
  const { name, faults, fault_count } = found
  return (
    <div className="space-y-5">
      <Alert
        variant="destructive"
        isLive
        icon={<CircleX />}
        title={plural(fault_count, { one: `# error in ${name}.`, other: `# errors in ${name}.` })}
        action={
          <Button variant="outline" onClick={onAnother}>
            Choose another file
          </Button>
        }
      >
        {plural(fault_count, {
          one: 'Nothing was imported. Fix the error in the file, then import it again.',
          other: 'Nothing was imported. Fix the errors in the file, then import it again.',
        })}
      </Alert>
      <FaultTable faults={faults} count={fault_count} />
      {children}
      <p className="text-14">
        <Link to="/admin/content-sets/format" className="link">
          See the file format and samples
        </Link>
      </p>
    </div>
  )
}

interface ImportPreviewProps {
  found: ContentImport
  findings: ReactNode
  children: ReactNode
}

export function ImportPreview({ found, findings, children }: ImportPreviewProps) {
  const { name, tenant, preview, follows, namesake } = found
  if (preview === null) return children
  return (
    <div className="space-y-6">
      <Alert icon={<CircleCheck />} title={`${name} has no errors.`}>
        {follows
          ? `Nothing has been imported yet. “Create draft” adds version ${follows.version + 1} as a draft.`
          : `Nothing has been imported yet. “Create draft” adds this content set to ${tenant.name} as a draft.`}
      </Alert>
      {findings}
      {namesake && (
        <Alert
          variant="warning"
          title="A content set with this title is already published."
          action={
            <Link
              to="/admin/content-sets/create"
              search={{ from: 'file', next_of: namesake.id }}
              className="link"
            >
              Import as new version
            </Link>
          }
        >
          Importing creates a separate content set. Existing assessments still use the published
          set.
        </Alert>
      )}
      <Section
        id="preview-title"
        title={<ContentText language={preview.language}>{preview.title}</ContentText>}
        titleClassName="text-21 wrap-anywhere"
      >
        <Figures preview={preview} />
        {preview.scale.length > 0 && (
          <p className="mt-3 text-14 text-subtle-foreground">
            Levels:{' '}
            <ContentText language={preview.language} className="text-foreground">
              {preview.scale.join(', ')}
            </ContentText>
          </p>
        )}
        {preview.ignored_sheets.length > 0 && (
          <p className="mt-3 text-14 wrap-anywhere text-subtle-foreground">
            {ignoredText(preview.ignored_sheets)}
          </p>
        )}
        {follows && (
          <p className="mt-3 text-14 text-subtle-foreground">
            {`Compared with the previous version: ${differenceLabel(preview)}.`}
          </p>
        )}
      </Section>
      {children}
      <Section id="outline-title" title="Elements" level="h3" titleClassName="mb-2 text-16">
        <ol className="max-h-120 divide-y overflow-y-auto rounded-lg border bg-card text-14">
          {preview.outline.map(({ title, statements }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two elements may have one title
            <li key={index} className="flex gap-3 px-4 py-2.5">
              <span className="w-8 shrink-0 text-muted-foreground tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">
                <ContentText language={preview.language}>{title}</ContentText>
              </span>
              <span className="shrink-0 text-muted-foreground">
                {plural(statements, { one: '# statement', other: '# statements' })}
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}

type Preview = NonNullable<ContentImport['preview']>

function Figures({ preview }: { preview: Preview }) {
  const figures = [
    ['Elements', preview.elements],
    ['Statements', preview.statements],
    ['Responses', preview.responses],
    ['Report bands', preview.report_bands],
    ['Certification bands', preview.certification_bands],
    // Only of sets that use them.
    ...(preview.set_responses > 0
      ? [['Responses of the set', preview.set_responses] as const]
      : []),
    ...(preview.groups > 0 ? [['Groups', preview.groups] as const] : []),
    ...(preview.element_bands > 0 ? [['Element bands', preview.element_bands] as const] : []),
  ] as const
  return (
    <dl className="mt-3 grid grid-cols-2 gap-y-4 border-y py-4 sm:grid-cols-5">
      {figures.map(([label, count]) => (
        <div key={label} className="flex flex-col justify-between pr-4">
          <dt className="text-14 text-subtle-foreground">{label}</dt>
          <dd className="text-26 font-semibold">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function differenceLabel(preview: Preview) {
  const names = namesOfFields(preview.other_changes)
  const statements = changesLabel(preview) ?? 'no statements changed'
  return names === '' ? statements : `${statements}. Other changes: ${names}`
}
