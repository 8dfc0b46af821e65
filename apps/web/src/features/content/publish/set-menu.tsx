import { useRouter } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import type { EditionQuestion } from './edition-dialogs.tsx'
import { EditionMenu } from './edition-menu.tsx'
import { titleOf } from './edition-words.ts'

const EditionDialog = lazy(() =>
  import('./edition-dialogs.tsx').then((module) => ({ default: module.EditionDialog })),
)

/** What else can be done with the whole set. Who has used an edition stands in the list and among its versions. */
export function SetMenu({ set }: { set: ContentSetDetails }) {
  const [question, setQuestion] = useState<EditionQuestion | null>(null)
  const router = useRouter()
  const { id, version, status, tenant, head } = set
  const assessments = status === 'draft' ? 0 : null
  const isTemplate = tenant.is_platform
  const edition = { id, version, status, isTemplate, assessments, title: titleOf(head) }
  return (
    <>
      <Menu trigger={<IconButton variant="outline" label="More" icon={<Ellipsis />} />}>
        <EditionMenu edition={edition} isHere onAsk={setQuestion} />
      </Menu>
      {question && (
        <Suspense>
          <EditionDialog
            question={question}
            onClose={() => {
              setQuestion(null)
              void router.invalidate()
            }}
            onDeleted={() => void router.navigate({ to: '/admin/content-sets' })}
          />
        </Suspense>
      )}
    </>
  )
}
