import { isolated } from '#core/isolated.ts'
import { useRouter } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import { useCallback, useEffect } from 'react'
import { showToast } from '#core/toast.ts'
import { useBuilder, useSaving } from '#features/content/builder-context.ts'

/** A published draft is loaded again, because its elements have new ids. */
export function useShowEdition(id: number) {
  const router = useRouter()
  return useCallback(async () => {
    const params = { id: String(id) }
    await router.navigate({ to: '/admin/content-sets/$id', params, replace: true })
    await router.invalidate()
  }, [router, id])
}

export function usePublicationByOthers({ id, version }: ContentSetDetails) {
  const { publishedBy } = useSaving()
  const { isOnDevice } = useBuilder()
  const show = useShowEdition(id)
  useEffect(() => {
    // Unsaved text that is stored nowhere else stays on the screen.
    if (publishedBy === null || !isOnDevice()) return
    void show().then(() =>
      showToast({
        title: `Version ${version} was published by ${isolated(publishedBy)}`,
        description: 'You can no longer edit this version. Create a new version to make changes.',
      }),
    )
  }, [publishedBy, isOnDevice, show, version])
}
