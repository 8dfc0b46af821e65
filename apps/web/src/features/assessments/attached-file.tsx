import type { Attachment } from 'contract/attachments'
import { formatSize } from 'contract/file-size'
import { opensInBrowser } from 'contract/pictures'
import { delayedSince } from 'rules/scan-delay'
import { File, FileImage, FileSpreadsheet, FileText, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoment, recentInSentence } from '#core/time.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import type { Upload } from './evidence/uploads.ts'

type ShownFile = Pick<
  Attachment,
  'file_name' | 'size' | 'status' | 'media_type' | 'created_at' | 'scanning_since'
> &
  Partial<Pick<Attachment, 'received'>>

export interface DuplicateName {
  position: number
  count: number
}

interface AttachedFileProps {
  file: ShownFile
  duplicateName?: DuplicateName | undefined
  /** Opening shows it on this page. */
  isShownBeside?: boolean
  onOpen: () => void
  onRemove?: (() => void) | undefined
  remedy?: string | undefined
}

export function AttachedFile(props: AttachedFileProps) {
  const { file, duplicateName, isShownBeside = false, onOpen, onRemove, remedy } = props
  const { file_name: name, status, media_type: type } = file
  const verb = isShownBeside || opensInBrowser(type) ? 'Open' : 'Download'
  const label = duplicateName ? `${name}, ${duplicateText(duplicateName)}` : name
  return (
    <Row name={label} type={type} onRemove={onRemove} removeLabel={`Remove ${label}`}>
      {status === 'clean' ? (
        <button
          type="button"
          translate="no"
          onClick={onOpen}
          aria-label={
            verb === 'Open' && !isShownBeside ? `Open ${label} in a new tab` : `${verb} ${label}`
          }
          className="link hit-44 block max-w-full text-left text-15 font-medium wrap-anywhere"
        >
          {name}
        </button>
      ) : (
        <Name>{name}</Name>
      )}
      <FileState {...{ file, duplicateName, remedy }} isOwn={onRemove !== undefined} />
    </Row>
  )
}

function duplicateText({ position, count }: DuplicateName) {
  return `File ${position} of ${count} with this name`
}

interface FileStateProps extends Pick<AttachedFileProps, 'file' | 'duplicateName' | 'remedy'> {
  isOwn: boolean
}

function FileState({ file, duplicateName, isOwn, remedy = '' }: FileStateProps) {
  if (file.status !== 'quarantined')
    return <Details>{stateText({ file, duplicateName, isOwn })}</Details>
  return (
    <FieldError>
      {isOwn
        ? 'This file contains a virus. Remove the file.'
        : `This file contains a virus. No one can open it. ${remedy}`}
    </FieldError>
  )
}

function stateText({ file, duplicateName, isOwn }: Omit<FileStateProps, 'remedy'>) {
  const { status, received = 0, created_at: at } = file
  const size = formatSize(file.size)
  if (status === 'uploading' && !isOwn)
    return 'This file was not uploaded before the assessment was submitted, so it is not included.'
  if (status === 'uploading')
    return `${formatSize(received)} of ${size} uploaded. Choose the same file again to continue. Unfinished uploads are deleted after an hour.`
  if (status === 'scanning') return scanText(file)
  if (duplicateName) return `${duplicateText(duplicateName)}: ${size}, ${formatMoment(at)}`
  return `${size}, ${recentInSentence(at)}`
}

function scanText(file: ShownFile) {
  const size = formatSize(file.size)
  const since = delayedSince(file, new Date())
  if (since === null) return `${size}, being checked for viruses`
  return `${size}. Virus checks have been delayed since ${formatMoment(since)}. You can open the file after the check.`
}

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onReplace: () => void
  onCancel: () => void
}

export function UploadRow({ upload, onRetry, onReplace, onCancel }: UploadRowProps) {
  const { name, size, type, sent, phase, reason, remedy } = upload
  const percent = Math.floor((sent / size) * 100)
  const isFailed = phase === 'failed'
  const verb = isFailed ? 'Dismiss' : 'Cancel'
  return (
    <Row name={name} type={type} onRemove={onCancel} removeLabel={`${verb} ${name}`}>
      <Name>{name}</Name>
      {isFailed ? (
        <>
          <FieldError>{reason}</FieldError>
          {remedy !== 'none' && (
            <Button
              variant="outline"
              size="xs"
              className="mt-2"
              onClick={remedy === 'another' ? onReplace : onRetry}
            >
              {remedy === 'another' ? 'Choose another file' : 'Try again'}
            </Button>
          )}
        </>
      ) : (
        <>
          <Details>{progressText(phase, percent)}</Details>
          <div
            role="progressbar"
            aria-label={`Uploading ${name}`}
            aria-valuenow={percent}
            className="mt-1.5 h-1 rounded-full bg-track"
          >
            <div className="h-full rounded-full bg-foreground" style={{ width: `${percent}%` }} />
          </div>
        </>
      )}
    </Row>
  )
}

function progressText(phase: Upload['phase'], percent: number) {
  if (phase === 'waiting') return 'Waiting'
  if (phase === 'checking') return 'Checking'
  if (phase === 'offline') return `Waiting for a connection, ${percent}%`
  return `Uploading, ${percent}%`
}

interface RowProps {
  name: string
  type: string | null
  removeLabel: string
  onRemove: (() => void) | undefined
  children: ReactNode
}

function Row({ name, type, removeLabel, onRemove, children }: RowProps) {
  return (
    <li aria-label={name} className="flex items-start gap-3 py-2">
      <span className="mt-2.5 shrink-0 text-subtle-foreground [&_svg]:size-5 [&_svg]:stroke-[1.75]">
        {iconOf(type)}
      </span>
      <div className="min-w-0 flex-1 py-1.5">{children}</div>
      {onRemove && (
        <IconButton
          label={removeLabel}
          icon={<X />}
          className="-mr-2 text-subtle-foreground"
          onClick={onRemove}
        />
      )}
    </li>
  )
}

function Name({ children }: { children: string }) {
  return (
    <span translate="no" className="block text-15 font-medium wrap-anywhere">
      {children}
    </span>
  )
}

function Details({ children }: { children: ReactNode }) {
  return <p className="text-13 text-muted-foreground tabular-nums">{children}</p>
}

function iconOf(type: string | null) {
  if (type?.startsWith('image/')) return <FileImage />
  if (/sheet|excel/.test(type ?? '')) return <FileSpreadsheet />
  if (/pdf|word|text/.test(type ?? '')) return <FileText />
  return <File />
}
