import type { ContentImport } from 'contract/content-imports'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber, plural } from 'rules/plural'
import { changesLabel } from '#features/content/publish/edition-labels.ts'
import { namesOfFields } from '#features/content/editor/field-labels.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/section.tsx'

const FIRST = 100

interface ImportFaultsProps {
  found: ContentImport
  onAnother: () => void
}

export function ImportFaults({ found, onAnother }: ImportFaultsProps) {
  const [isAll, setAll] = useState(false)
  const { name, faults, fault_count } = found
  const shown = isAll ? faults : faults.slice(0, FIRST)
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
      <section aria-label="Errors" className="overflow-hidden rounded-lg border bg-card">
        <table className="w-full text-14">
          <thead className="border-b bg-muted text-left text-13 text-subtle-foreground">
            <tr>
              {['Location', 'What to fix'].map((head) => (
                <th key={head} scope="col" className="px-4 py-2.5 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ place, message }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- one place can have the same fault twice
              <tr key={index} className="border-b align-top last:border-0">
                <th scope="row" className="w-2/5 px-4 py-2.5 text-left font-normal">
                  <code className="font-mono text-13 wrap-anywhere">
                    {broken(place || 'The file')}
                  </code>
                </th>
                <td className="px-4 py-2.5 wrap-anywhere">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="flex flex-wrap items-center gap-4">
        {faults.length > shown.length && (
          <Button variant="outline" onClick={() => setAll(true)}>
            {`Show all ${formatNumber(faults.length)}`}
          </Button>
        )}
        {fault_count > faults.length && (
          <p className="text-14 text-muted-foreground">
            {`Only the first ${formatNumber(faults.length)} of ${formatNumber(fault_count)} errors can be shown.`}
          </p>
        )}
      </div>
    </div>
  )
}

/** Lets a long path break after a dot. */
function broken(place: string) {
  return place.split('.').flatMap((part, index) => {
    if (index === 0) return [part]
    // oxlint-disable-next-line react/no-array-index-key -- the index is the position in the path
    return ['.', <wbr key={index} />, part]
  })
}

export function ImportPreview({ found, children }: { found: ContentImport; children: ReactNode }) {
  const { name, tenant, preview, follows, namesake } = found
  if (preview === null) return children
  return (
    <div className="space-y-6">
      <Alert icon={<CircleCheck />} title={`${name} has no errors.`}>
        {follows
          ? `Nothing has been imported yet. Importing creates version ${follows.version + 1}.`
          : `Nothing has been imported yet. Importing creates this content set for ${tenant.name}.`}
      </Alert>
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
              Import as next version
            </Link>
          }
        >
          Importing creates a separate content set. Existing assessments stay with the published
          one.
        </Alert>
      )}
      <Section id="preview-title" title={preview.title} titleClassName="text-21 wrap-anywhere">
        <Figures preview={preview} />
        {preview.scale.length > 0 && (
          <p className="mt-3 text-14 text-subtle-foreground">
            Levels: <span className="text-foreground">{preview.scale.join(', ')}</span>
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
              <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
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
