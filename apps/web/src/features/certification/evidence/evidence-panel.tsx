import { useQuery } from '@tanstack/react-query'
import type { ReviewAttachment } from 'contract/attachments'
import type { Review } from 'contract/reviews'
import { formatSize } from 'contract/file-size'
import { Download, X } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#core/api.ts'
import { saveFile } from '#core/files.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { evidenceKind } from './evidence-kind.ts'
import type { Evidence } from './use-evidence.ts'

const PdfPages = lazyPart(() => import('./pdf-pages.tsx'), 'PdfPages')
const PlainText = lazyPart(() => import('./plain-text.tsx'), 'PlainText')

interface EvidencePanelProps {
  review: Pick<Review, 'id'>
  file: ReviewAttachment
  evidence: Evidence
  className: string
}

/** A file beside its statement. The page's keys work here too. */
export function EvidencePanel({ review, file, evidence, className }: EvidencePanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const takesFocus = useEffectEvent(evidence.takeFocus)
  useEffect(() => {
    if (!takesFocus(file.id)) return
    title.current?.focus({ preventScroll: true })
    title.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [file.id])
  const { data, error, refetch } = useQuery({
    ...api.reviews.attachment.query({ params: { id: review.id, attachmentId: file.id } }),
    staleTime: Infinity,
    // A file may be large.
    gcTime: 0,
  })
  const named = data && new File([data], file.file_name, { type: file.media_type ?? '' })
  return (
    <section id="evidence" aria-labelledby="evidence-title" data-wide className={className}>
      <div className="flex items-center gap-1 border-b py-1 ps-4 pe-1">
        <div className="min-w-0 flex-1 py-1">
          <h3
            id="evidence-title"
            ref={title}
            tabIndex={-1}
            className="truncate text-15 font-semibold"
            title={file.file_name}
          >
            <bdi translate="no">{file.file_name}</bdi>
          </h3>
          <p className="text-13 text-muted-foreground">{formatSize(file.size)}</p>
        </div>
        <IconButton
          label="Download the file"
          icon={<Download />}
          aria-disabled={named === undefined || undefined}
          onClick={() => named && saveFile(named)}
        />
        <IconButton
          label="Close the file"
          icon={<X />}
          aria-keyshortcuts="Escape"
          onClick={evidence.close}
        />
      </div>
      {error && (
        <div className="space-y-3 p-4">
          <FailureAlert error={error} title="The file could not be loaded." />
          <Button variant="outline" size="xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!error && !named && <Loading />}
      {named && <Content key={file.id} file={file} content={named} />}
    </section>
  )
}

function Loading() {
  return (
    <p role="status" className="flex items-center gap-2 p-4 text-14 text-muted-foreground">
      <Spinner /> Loading the file
    </p>
  )
}

interface ContentProps {
  file: ReviewAttachment
  content: File
}

function Content({ file, content }: ContentProps) {
  const [fault, setFault] = useState<string | null>(null)
  if (fault !== null)
    return (
      <div className="p-4">
        <Alert isLive variant="warning" title="This file can’t be shown here.">
          {fault}
        </Alert>
      </div>
    )
  const shown = { content, onFault: setFault }
  switch (evidenceKind(file)) {
    case 'picture':
      return <Picture {...shown} />
    case 'pdf':
      return (
        <Suspense fallback={<Loading />}>
          <PdfPages {...shown} />
        </Suspense>
      )
    default:
      return (
        <Suspense fallback={<Loading />}>
          <PlainText {...shown} />
        </Suspense>
      )
  }
}

export interface ShownFileProps {
  content: File
  onFault: (fault: string) => void
}

function Picture({ content, onFault }: ShownFileProps) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(content)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [content])
  return (
    <Scrolled name={content.name}>
      <img
        ref={image}
        alt={content.name}
        onError={() => onFault('Download the file to open it in another program.')}
        className="mx-auto h-auto max-w-full"
      />
    </Scrolled>
  )
}

export function Scrolled({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div
      role="group"
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto p-4"
    >
      {children}
    </div>
  )
}
