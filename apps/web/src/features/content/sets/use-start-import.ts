import { useMutation } from '@tanstack/react-query'
import { IMPORT_BYTES } from 'contract/content-imports'
import { api } from '#core/api.ts'
import { dataAddressOf } from '#core/files.ts'

interface Target {
  tenant_id?: number | undefined
  content_set_id?: number | undefined
}

export function useStartImport(onStarted: (id: number) => void) {
  return useMutation({
    mutationFn: async ({ file, ...target }: Target & { file: File }) => {
      if (file.size > IMPORT_BYTES) throw new Error('Choose a file up to 20 MB.')
      const [, base64 = ''] = (await dataAddressOf(file)).split(',')
      return await api.contentImports.start.call({
        body: { ...target, name: file.name.slice(0, 255), file: base64 },
      })
    },
    onSuccess: ({ id }) => onStarted(id),
  })
}

export function importFault(error: Error | null) {
  if (error === null) return undefined
  return 'fields' in error
    ? ((error.fields as Record<string, string>).file ?? error.message)
    : error.message
}
