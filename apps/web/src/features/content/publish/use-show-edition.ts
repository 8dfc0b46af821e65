import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import { useCallback, useEffect } from 'react'
import { api } from '#core/api.ts'
import { failureToast, showToast } from '#core/toast.ts'
import { useBuilder, useSaving } from '#features/content/builder-context.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'

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
        title: `Version ${version} was published by ${publishedBy}`,
        description: 'You can no longer edit this version. Create a new version to make changes.',
      }),
    )
  }, [publishedBy, isOnDevice, show, version])
}

export function useNewVersion() {
  const navigate = useNavigate()
  const changed = useContentChanged()
  return useMutation({
    mutationFn: (id: number) => api.editions.newVersion.call({ params: { id } }),
    onSuccess: async ({ id }) => {
      await changed()
      await navigate({ to: '/admin/content-sets/$id', params: { id: String(id) } })
    },
    onError: failureToast('The new version was not created'),
  })
}
