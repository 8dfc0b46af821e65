import type { Quiz } from 'contract/assessments'
import type { Attachment } from 'contract/attachments'
import type { Statement } from 'contract/listed-statement'
import { Paperclip } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cn } from '#ui/cn.ts'
import { Section } from '#ui/section.tsx'
import {
  AttachedFile,
  UploadRow,
  type DuplicateName,
} from '#features/assessments/attached-file.tsx'
import { EvidenceExample } from '#features/assessments/evidence-example.tsx'
import type { Upload } from './uploads.ts'
import { useAttachments } from './use-attachments.ts'

const REPLACE_HINTS: Partial<Record<Quiz['assessment']['status'], string>> = {
  in_review:
    'The file can be replaced after the submission is withdrawn or the auditor returns the assessment.',
}

interface StatementAttachmentsProps {
  quiz: Quiz
  statement: Statement
}

export function StatementAttachments({ quiz, statement }: StatementAttachmentsProps) {
  const { id: statementId } = statement
  const { isOpen, files, uploads, ...actions } = useAttachments(quiz, statementId)
  const isDragging = useFileDrop(isOpen, actions.add)
  if (!isOpen && files.length + uploads.length === 0) return null
  const refused = uploads.filter(({ phase }) => phase === 'failed')
  const sending = uploads.filter(({ phase }) => phase !== 'failed')
  const uploadRow = (upload: Upload) => (
    <UploadRow
      key={upload.key}
      upload={upload}
      onRetry={() => actions.retry(upload)}
      onReplace={() => {
        actions.cancel(upload)
        const attach = document.getElementById('attach')
        attach?.focus()
        attach?.click()
      }}
      onCancel={() => actions.cancel(upload)}
    />
  )
  return (
    <Section id="attachments" title="Attachments" titleClassName="xl:text-16" className="mt-7">
      {isOpen && <EvidenceExample text={statement.evidence_example} />}
      <ul className="divide-y">
        {files.map((file) => (
          <AttachedFile
            key={file.id}
            file={file}
            duplicateName={duplicateNameOf(file, files)}
            onOpen={() => actions.open(file)}
            onRemove={isOpen ? () => actions.remove(file) : undefined}
            remedy={REPLACE_HINTS[quiz.assessment.status]}
          />
        ))}
        {sending.map(uploadRow)}
      </ul>
      {isOpen && <AddFiles isDragging={isDragging} onAdd={actions.add} />}
      {/* Below the button, so that many refused files don't push it out of sight. */}
      {refused.length > 0 && (
        <ul aria-label="Not attached" className="mt-2 divide-y">
          {refused.map(uploadRow)}
        </ul>
      )}
    </Section>
  )
}

function duplicateNameOf(
  { id, file_name }: Attachment,
  files: readonly Attachment[],
): DuplicateName | undefined {
  const same = files.filter((one) => one.file_name === file_name)
  if (same.length < 2) return undefined
  return { position: same.findIndex((one) => one.id === id) + 1, count: same.length }
}

function AddFiles({ isDragging, onAdd }: { isDragging: boolean; onAdd: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        id="attach"
        onClick={() => input.current?.click()}
        className={cn(
          'mt-3 flex min-h-18 w-full flex-col items-center justify-center gap-0.5 rounded-md border border-dashed border-input px-3 py-2.5 text-center hover:bg-muted',
          isDragging && 'border-primary-ui bg-primary-tint',
        )}
      >
        <span className="flex items-center gap-2 text-15 font-medium text-primary-text">
          <Paperclip className="size-4.5 stroke-[1.75]" />
          {isDragging ? 'Drop files to attach them' : 'Add files'}
        </span>
        <span className="text-13 text-muted-foreground">
          <span className="pointer-coarse:hidden">or drop them here. </span>Up to 25 MB each
        </span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])])
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
    </>
  )
}

/** Accepts files dropped or pasted anywhere on the page; true while files are dragged over it. */
function useFileDrop(isEnabled: boolean, onFiles: (files: File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const onDrop = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    setDragging(false)
    if (files.length === 0) return
    event.preventDefault()
    if (isEnabled) onFiles(files)
  })
  const onDragOver = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    setDragging(isEnabled)
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('dragover', (event) => onDragOver(event), { signal })
    document.addEventListener('drop', (event) => onDrop(event, event.dataTransfer), { signal })
    document.addEventListener('paste', (event) => onDrop(event, event.clipboardData), { signal })
    document.addEventListener(
      'dragleave',
      ({ relatedTarget }) => relatedTarget === null && setDragging(false),
      { signal },
    )
    return () => controller.abort()
  }, [])
  return isDragging
}
