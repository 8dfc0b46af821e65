import { can, isAuditor } from '#core/can.ts'
import { hasKeyboard } from '#core/shortcuts.ts'
import { useVisitor } from '#core/user.ts'
import { SHORTCUTS } from '#support/shortcuts.ts'
import { ShortcutList } from '#ui/shortcut-list.tsx'
import { ADMINS, ANSWERING, AUDITORS, type HelpPart } from './questions.ts'
import { Contact, TextPage, Topic } from './text-page.tsx'

const IN_PLAYER = /h1#statement|#(attach|check-answers|does-not-apply|mark|note|undo)\b/
const ANSWERING_KEYS = SHORTCUTS.filter(({ on }) => IN_PLAYER.test(on))

export function HelpPage() {
  return (
    <TextPage title="Help" meta="Common questions">
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
    </TextPage>
  )
}

/** The reader's own questions come first. */
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
