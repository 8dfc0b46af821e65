import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ContentImport, ImportChoices } from 'contract/content-imports'
import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { undecidedText } from 'rules/import-findings'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showSuccess } from '#core/toast.ts'
import { dataAddressOf } from '#core/files.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { CatalogueForm } from './catalogue-form.tsx'
import { Findings } from './import-findings.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportFaults, ImportPreview } from './import-result.tsx'

const POLL_INTERVAL = 500

interface ImportStepsProps {
  id: number
  /** Of an existing set: the draft is created without a preview. */
  isCopy: boolean
  onAnother: () => void
}

export function ImportSteps({ id, isCopy, onAnother }: ImportStepsProps) {
  const query = useQuery({
    ...api.contentImports.get.query({ params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => isRunning(state.data) && POLL_INTERVAL,
  })
  const { data, error } = query
  useAfterCreation(data)
  if (hasCode(error, 'not-found')) return <MissingImport onAnother={onAnother} />
  if (error && !data) {
    return (
      <QueryError query={query} title="The import could not be loaded">
        The import itself is not affected.
      </QueryError>
    )
  }
  if (!data) return <SkeletonRows label="Loading the import" />
  return <Step found={data} isCopy={isCopy} onAnother={onAnother} />
}

function isRunning(found: ContentImport | undefined) {
  return found?.status === 'reading' || found?.status === 'writing'
}

function useAfterCreation(found: ContentImport | undefined) {
  const navigate = useNavigate()
  const changed = useContentChanged()
  const createdId = found?.status === 'done' ? found.content_set_id : null
  useEffect(() => {
    if (createdId === null) return
    // The page that opens shows its title.
    showSuccess('Draft created')
    void changed().then(() =>
      navigate({ to: '/admin/content-sets/$id', params: { id: String(createdId) }, replace: true }),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each created draft
  }, [createdId])
}

function Step({
  found,
  isCopy,
  onAnother,
}: Omit<ImportStepsProps, 'id'> & { found: ContentImport }) {
  const queryClient = useQueryClient()
  const params = { id: found.id }
  const accept = useMutation({
    mutationFn: () => api.contentImports.accept.call({ params }),
    onSuccess: (accepted) =>
      queryClient.setQueryData(api.contentImports.get.query({ params }).queryKey, accepted),
  })
  const discard = useMutation({
    mutationFn: () => api.contentImports.discard.call({ params }),
    onSettled: onAnother,
  })
  const choose = useChoices(found)
  const words = isCopy
    ? {
        reading: 'Copying the content set',
        leaving: 'Stay on this page until the draft is created.',
        failed: 'We could not copy the content set',
        again:
          'Something went wrong on our side. Nothing was copied. Choose the content set again.',
        another: 'Choose another content set',
      }
    : {
        reading: `Checking ${found.name}`,
        leaving: 'You can leave this page, and come back to it to create the draft.',
        failed: `We could not import ${found.name}`,
        again: 'Something went wrong on our side. Nothing was imported. Choose the file again.',
        another: 'Choose another file',
      }
  const isReadyCopy = isCopy && found.status === 'ready'
  const { mutate: create } = accept
  useEffect(() => {
    if (isReadyCopy) create()
  }, [isReadyCopy, create])
  if (isReadyCopy && !accept.error)
    return <ImportProgress found={found} title="Creating the draft" />
  switch (found.status) {
    case 'reading':
      return (
        <ImportProgress
          found={found}
          title={words.reading}
          leaving={words.leaving}
          onStop={discard.mutate}
        />
      )
    case 'faulty':
      return (
        <ImportFaults found={found} onAnother={() => discard.mutate()}>
          <NeededCatalogue found={found} choose={choose} />
        </ImportFaults>
      )
    case 'ready':
      return (
        <ReadyImport {...{ found, accept, choose }}>
          <Button variant="ghost" isLoading={discard.isPending} onClick={() => discard.mutate()}>
            {words.another}
          </Button>
        </ReadyImport>
      )
    case 'failed':
      return (
        <ErrorPanel title={words.failed} onRetry={() => discard.mutate()}>
          {words.again}
        </ErrorPanel>
      )
    default:
      return <ImportProgress found={found} title="Creating the draft" />
  }
}

interface ReadyImportProps extends ChoosingProps {
  accept: UseMutationResult<ContentImport, Error, void>
  children: ReactNode
}

/** The draft is created once the author has chosen what the file lacks. */
function ReadyImport({ found, accept, choose, children }: ReadyImportProps) {
  const [isMarked, setMarked] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const undecided = found.findings?.undecided ?? []
  const isMissing = isMarked && undecided.length > 0
  const { isPending: isChoosing, isError: isRefused } = choose
  useEffect(() => {
    if (!isAsked || isChoosing) return
    setAsked(false)
    if (!isRefused) create()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each press during a choice, after it
  }, [isAsked, isChoosing])

  function create() {
    if (undecided.length > 0) setMarked(true)
    else accept.mutate()
  }

  return (
    <ImportPreview
      found={found}
      findings={<ReadFindings found={found} choose={choose} isMarked={isMarked} />}
    >
      <FailureAlert error={accept.error} title="The draft was not created." />
      {isMissing && (
        <Alert variant="destructive" isLive title={undecidedText(undecided)}>
          The file doesn’t contain this information.
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          isLoading={accept.isPending || isAsked}
          onClick={() => (isChoosing ? setAsked(true) : create())}
        >
          Create draft
        </Button>
        {children}
      </div>
    </ImportPreview>
  )
}

/** Reads the file again. */
function useChoices({ id }: ContentImport) {
  const queryClient = useQueryClient()
  const params = { id }
  return useMutation({
    // One after the other: while the file is being read, another choice would be refused.
    scope: { id: `import ${id}` },
    mutationFn: async ({ choices, file }: { choices: ImportChoices; file?: File }) => {
      const [, base64 = ''] = file ? (await dataAddressOf(file)).split(',') : []
      const other = file && { name: file.name.slice(0, 255), file: base64 }
      return await api.contentImports.choose.call({
        params,
        body: { choices, ...(other && { other }) },
      })
    },
    onSuccess: (read) =>
      queryClient.setQueryData(api.contentImports.get.query({ params }).queryKey, read),
  })
}

interface ChoosingProps {
  found: ContentImport
  choose: ReturnType<typeof useChoices>
}

function NeededCatalogue({ found: { findings }, choose }: ChoosingProps) {
  if (!findings?.needs) return null
  return (
    <>
      <FailureAlert error={choose.error} title="The catalogue could not be read." />
      <CatalogueForm
        needs={findings.needs}
        isLoading={choose.isPending}
        onFile={(file) => choose.mutate({ choices: {}, file })}
      />
    </>
  )
}

function ReadFindings(props: ChoosingProps & { isMarked: boolean }) {
  const { choose, isMarked } = props
  const { findings } = props.found
  if (!findings) return null
  // What was just chosen is shown before the preview is.
  const pending = choose.isPending ? choose.variables.choices : {}
  const undecided = findings.undecided.filter((one) => pending[one] === undefined)
  const { responses, groups, order, ...others } = findings.choices
  // Not what is only suggested.
  const chosen = {
    ...others,
    ...(!findings.undecided.includes('responses') && { responses }),
    ...(!findings.undecided.includes('groups') && { groups, order }),
  }
  return (
    <>
      <FailureAlert error={choose.error} title="The preview was not updated." />
      <Findings
        findings={{ ...findings, undecided, choices: { ...findings.choices, ...pending } }}
        onChoose={(change) => choose.mutate({ choices: { ...chosen, ...pending, ...change } })}
        isMarked={isMarked}
      />
    </>
  )
}

function MissingImport({ onAnother }: { onAnother: () => void }) {
  return (
    <EmptyState
      icon={<FileUp />}
      title="This import is not available"
      action={
        <Button variant="outline" onClick={onAnother}>
          Choose a file
        </Button>
      }
    >
      The import was discarded, is more than 7 days old or belongs to someone else.
    </EmptyState>
  )
}
