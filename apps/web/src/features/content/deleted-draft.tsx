import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { idIn } from '#core/route-id.ts'
import { useUser } from '#core/user.ts'
import { Oops } from '#support/oops.tsx'
import { PageHead } from '#ui/page.tsx'
import { findCopies } from '#core/unsaved/copies.ts'
import { placeOfDraft, type LocalDraft } from '#features/content/saving/local-draft.ts'
import { unsavedTexts, type UnsavedText } from '#features/content/saving/unsaved-texts.ts'
import { DiscardTexts, TextsToCopy } from '#features/content/saving/texts-to-copy.tsx'

interface UnsavedTexts {
  texts: readonly UnsavedText[]
  forget: () => Promise<void>
}

export function DeletedDraft() {
  const navigate = useNavigate()
  const left = useUnsavedTexts()
  if (left === undefined) return null
  if (left === null) return <Oops />
  const { texts, forget } = left
  const discard = () => void forget().then(() => navigate({ to: '/admin/content-sets' }))
  return (
    <div className="max-w-2xl">
      <PageHead
        title="This draft was deleted"
        actions={<DiscardTexts count={texts.length} onDiscard={discard} />}
      />
      <p>
        Copy any unsaved text that you still need. The text stays on this device until you sign out.
      </p>
      <TextsToCopy texts={texts} />
    </div>
  )
}

/** Undefined while loading, null if there is no text. */
function useUnsavedTexts() {
  const { id: userId } = useUser()
  const { id } = useParams({ strict: false })
  const [left, setLeft] = useState<UnsavedTexts | null>()
  useEffect(() => {
    const find = async () => {
      const place = placeOfDraft(idIn(String(id)))
      const { values, forget } = await findCopies<LocalDraft>(userId, place)
      const texts = values.flatMap(unsavedTexts)
      setLeft(texts.length === 0 ? null : { texts, forget })
    }
    void find().catch(() => setLeft(null))
  }, [userId, id])
  return left
}
