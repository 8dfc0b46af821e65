import { formatSize, tooLargeFile } from 'contract/file-size'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IMPORT_BYTES } from 'contract/content-imports'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { dataAddressOf } from '#core/files.ts'
import { useUser } from '#core/user.ts'
import { FileField } from '#ui/file-field.tsx'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { OwnerField } from './owner-field.tsx'

interface FileFormProps {
  nextOf: number | undefined
  onStarted: (importId: number) => void
}

export function FileForm({ nextOf, onStarted }: FileFormProps) {
  const { tenant } = useUser()
  const [owner, setOwner] = useState(String(tenant.id))
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const start = useStartImport(onStarted)
  const target = nextOf === undefined ? { tenant_id: Number(owner) } : { content_set_id: nextOf }
  return (
    <Form
      className="space-y-5"
      onSubmit={() => {
        setMissing(file === null)
        if (file) start.mutate({ ...target, file })
      }}
    >
      {nextOf === undefined && (
        <OwnerField value={owner} onChange={({ target: chosen }) => setOwner(chosen.value)} />
      )}
      <FileField
        label="File"
        hint={
          <>
            Choose a content set (XLSX or JSON), an OSCAL catalogue or profile (JSON), a CISO
            Assistant library (YAML or XLSX), or a table with one row per statement (CSV, XLSX or a
            text file with tabs), up to 20 MB. You can review the content before importing it.{' '}
            <Link to="/admin/content-sets/format" className="link">
              See the file format and samples
            </Link>
          </>
        }
        accept=".json,.xlsx,.yaml,.yml,.csv,.tsv,.txt,application/json,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        file={file}
        size={file ? formatSize(file.size) : undefined}
        onFile={(chosen) => {
          start.reset()
          setMissing(false)
          setFile(chosen)
        }}
        error={isMissing ? 'Choose a file' : importFault(start.error)}
      />
      <Button type="submit" isLoading={start.isPending}>
        {start.isPending ? 'Uploading' : 'Check file'}
      </Button>
    </Form>
  )
}

interface Target {
  tenant_id?: number | undefined
  content_set_id?: number | undefined
}

export function useStartImport(onStarted: (id: number) => void) {
  return useMutation({
    mutationFn: async ({ file, ...target }: Target & { file: File }) => {
      if (file.size > IMPORT_BYTES) throw new Error(tooLargeFile(IMPORT_BYTES))
      const [, base64 = ''] = (await dataAddressOf(file)).split(',')
      return await api.contentImports.start.call({
        body: { ...target, name: file.name.slice(0, 255), file: base64 },
      })
    },
    onSuccess: ({ id }) => onStarted(id),
  })
}

function importFault(error: Error | null) {
  if (error === null) return undefined
  return 'fields' in error
    ? ((error.fields as Record<string, string>).file ?? error.message)
    : error.message
}
