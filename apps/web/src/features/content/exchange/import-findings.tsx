import type { ImportChoices, ImportFindings } from 'contract/content-imports'
import { RIGHTS_TEXT } from 'rules/import-findings'
import { Alert } from '#ui/alert.tsx'
import { Section } from '#ui/section.tsx'
import { ImportQuestions } from './import-questions.tsx'

export interface FindingsProps {
  findings: ImportFindings
  onChoose: (change: ImportChoices) => void
  /** What the author still has to choose is marked. */
  isMarked: boolean
}

/** What a file of another kind is, what was made of it, and what its author decides. */
export function Findings(props: FindingsProps) {
  const { findings } = props
  const { recognised, decided, left_out } = findings
  return (
    <div className="space-y-6">
      <Section id="recognised-title" title="What we found">
        <p className="mt-2 measure wrap-anywhere">{recognised}</p>
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          <Told title="How the file is imported" texts={decided} />
          <Told title="What is left out" texts={left_out} none="Nothing." />
        </div>
      </Section>
      <Alert variant="warning" title="Rights to this framework">
        {RIGHTS_TEXT}
      </Alert>
      {findings.asks.length > 0 && <ImportQuestions {...props} />}
    </div>
  )
}

interface ToldProps {
  title: string
  texts: readonly string[]
  none?: string
}

function Told({ title, texts, none }: ToldProps) {
  return (
    <section aria-label={title}>
      <h3 className="text-15 font-medium">{title}</h3>
      {texts.length === 0 ? (
        <p className="mt-1 text-14 text-subtle-foreground">{none}</p>
      ) : (
        <ul className="mt-1 list-disc space-y-1 pl-5 text-14 text-subtle-foreground">
          {texts.map((text) => (
            <li key={text} className="wrap-anywhere first-letter:uppercase">
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
