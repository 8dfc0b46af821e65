import { useQuery } from '@tanstack/react-query'
import { can, isAuditor } from '#core/can.ts'
import { hasKeyboard } from '#core/shortcuts.ts'
import { hasSession } from '#core/session.ts'
import { userQuery, useVisitor } from '#core/user.ts'
import { SHORTCUTS } from '#support/shortcuts.ts'
import { ShortcutList } from '#ui/shortcut-list.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { ADMINS, ANSWERING, AUDITORS, type HelpPart } from './questions.ts'
import { Contact, TextPage, Topic } from './text-page.tsx'

const IN_PLAYER = /h1#statement|#(attach|check-answers|does-not-apply|mark|note|undo)\b/
const ANSWERING_KEYS = SHORTCUTS.filter(({ on }) => IN_PLAYER.test(on))

/** The reader's own questions come first, so nothing is shown before it is known who reads. */
export function HelpPage() {
  const { isPending } = useQuery({ ...userQuery, enabled: hasSession() })
  return (
    <TextPage title="Help" meta="Common questions">
      {hasSession() && isPending ? <SkeletonRows label="Loading the questions" /> : <Answers />}
    </TextPage>
  )
}

function Answers() {
  return (
    <>
      {useParts().map((part) => (
        <Questions key={part.title} part={part} />
      ))}
      {hasKeyboard() && (
        <Topic title="Shortcuts while answering">
          <ShortcutList shortcuts={ANSWERING_KEYS} />
        </Topic>
      )}
      <Topic title="Still stuck?">
        <Contact
          about=". Say which page you were on and what you expected."
          otherwise="Ask your administrator. Say which page you were on and what you expected."
        />
      </Topic>
    </>
  )
}

function useParts(): HelpPart[] {
  const user = useVisitor()
  if (user && isAuditor(user)) return [AUDITORS, ANSWERING, ADMINS]
  if (user && can(user, 'access-to-admin-area')) return [ADMINS, ANSWERING, AUDITORS]
  return [ANSWERING, ADMINS, AUDITORS]
}

function Questions({ part: { title, questions } }: { part: HelpPart }) {
  return (
    <Topic title={title}>
      {questions.map(({ question, answer }) => (
        <div key={question}>
          <h3 className="font-semibold text-foreground">{question}</h3>
          <p className="mt-1">{answer}</p>
        </div>
      ))}
    </Topic>
  )
}
