import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Download } from 'contract/downloads'
import { formatSize } from 'contract/file-size'
import { plural } from 'rules/plural'
import { api } from '#core/api.ts'
import { saveFrom } from '#core/files.ts'
import { formatDate, formatMoment } from '#core/time.ts'
import { useConfirmOwner } from './use-confirm-owner.tsx'
import { FailureAlert } from '#support/failure-alert.tsx'
import { useSys } from '#support/sys.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** Everything of the organisation, or the user's own data. */
type DownloadKind = 'whole' | 'own'

const CALLS = {
  own: { last: api.downloads.own, start: api.downloads.startOwn, link: api.downloads.ownLink },
  whole: {
    last: api.downloads.whole,
    start: api.downloads.startWhole,
    link: api.downloads.wholeLink,
  },
}

const TRY_AGAIN: Record<DownloadKind, string> = {
  own: 'Try again. If it fails again, ask your administrator for help.',
  whole: 'Try again. If it fails again, ask the operator of this service for help.',
}

/** Asks for the file, shows that it is being prepared, and offers it until it expires. */
export function DataDownload({ kind }: { kind: DownloadKind }) {
  const query = useQuery({
    ...CALLS[kind].last.query(),
    refetchInterval: ({ state }) => (state.data?.download?.status === 'making' ? 2000 : false),
  })
  if (query.isPending) return <div className="h-11" />
  if (query.isError)
    return (
      <div className="space-y-4">
        <FailureAlert error={query.error} title="We could not check whether a file is ready." />
        <Button variant="outline" isLoading={query.isFetching} onClick={() => query.refetch()}>
          Check again
        </Button>
      </div>
    )
  const { download } = query.data
  return (
    <div className="space-y-4">
      {download?.status === 'failed' && (
        <Alert variant="destructive" isLive title="We could not prepare the file.">
          {TRY_AGAIN[kind]}
        </Alert>
      )}
      {download?.status === 'making' ? (
        <Preparing />
      ) : (
        <Offer kind={kind} ready={download?.status === 'ready' ? download : null} />
      )}
    </div>
  )
}

function Preparing() {
  const isMailOff = useSys()?.is_mail_off
  return (
    <output className="flex items-center gap-3 text-15">
      <Spinner className="shrink-0" />
      {isMailOff
        ? 'We’re preparing your download. You can leave this page and come back for the file.'
        : 'We’re preparing your download. You can leave this page. We’ll send you an email when the file is ready.'}
    </output>
  )
}

/** A file that is ready, and a button that asks for a new one. */
function Offer({ kind, ready }: { kind: DownloadKind; ready: Download | null }) {
  const { last, start, link } = CALLS[kind]
  const queryClient = useQueryClient()
  const { withConfirmation, dialog } = useConfirmOwner()
  const prepare = useMutation({
    mutationFn: () => withConfirmation(() => start.call({})),
    onSuccess: (started) => queryClient.setQueryData(last.query().queryKey, started),
  })
  const save = useMutation({
    mutationFn: async (id: number) =>
      saveFrom(await withConfirmation(() => link.call({ params: { id } }))),
  })
  return (
    <>
      <FailureAlert error={prepare.error} title="We could not prepare the file." />
      <FailureAlert error={save.error} title="The file wasn’t downloaded." />
      {ready && <ReadyText download={ready} />}
      <div className="flex flex-wrap gap-3">
        {ready && (
          <Button
            variant="outline"
            isLoading={save.isPending}
            onClick={() => save.mutate(ready.id)}
          >
            {`Download (${formatSize(ready.bytes ?? 0)})`}
          </Button>
        )}
        <Button
          variant={ready ? 'ghost' : 'outline'}
          isLoading={prepare.isPending}
          onClick={() => prepare.mutate()}
        >
          {ready ? 'Prepare a new file' : 'Prepare download'}
        </Button>
      </div>
      {dialog}
    </>
  )
}

function ReadyText({
  download: { created_at, expires_at, missing_files },
}: {
  download: Download
}) {
  return (
    <>
      <p className="text-15">
        {`Your file from ${formatMoment(created_at)} is ready.`}
        {expires_at !== null && ` You can download it until ${formatDate(expires_at)}.`}
      </p>
      {missing_files > 0 && (
        <Alert
          variant="warning"
          title={plural(missing_files, {
            one: '# file could not be found, so it is not included.',
            other: '# files could not be found, so they are not included.',
          })}
        >
          README.txt in the ZIP file lists what is missing.
        </Alert>
      )}
    </>
  )
}
