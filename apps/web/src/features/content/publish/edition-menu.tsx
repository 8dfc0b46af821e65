import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Archive,
  ChartNoAxesColumn,
  CircleHelp,
  Copy,
  Eye,
  FileJson2,
  FileSpreadsheet,
  FileUp,
  GitBranchPlus,
  Pencil,
  Trash2,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '#core/api.ts'
import { can, isGodLevel } from '#core/can.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { failureToast } from '#core/toast.ts'
import { useUser } from '#core/user.ts'
import { MenuItem, MenuSeparator } from '#ui/menu.tsx'
import type { EditionQuestion } from './edition-dialogs.tsx'
import type { Edition } from './edition-labels.ts'
import { useExport } from '#features/content/exchange/use-export.ts'
import { useContentChanged } from '#features/content/use-content-changed.ts'

const EditionDialog = lazyPart(() => import('./edition-dialogs.tsx'), 'EditionDialog')

interface DialogCallbacks {
  onClosed?: () => void
  /** Lets the page of a deleted edition navigate away. */
  onDeleted?: (id: number) => unknown
}

/** Dialogs are rendered outside the menu, because they stay open after the menu closes. */
export function useEditionDialog({ onClosed, onDeleted }: DialogCallbacks = {}) {
  const [question, ask] = useState<EditionQuestion | null>(null)
  const close = () => {
    ask(null)
    onClosed?.()
  }
  const dialog = question && (
    <Suspense>
      <EditionDialog question={question} onClose={close} onDeleted={onDeleted} />
    </Suspense>
  )
  return { ask, dialog }
}

interface EditionMenuProps {
  edition: Edition
  isCurrentPage?: boolean
  onOpenDialog: (question: EditionQuestion) => void
}

export function EditionMenu({ edition, isCurrentPage = false, onOpenDialog }: EditionMenuProps) {
  const user = useUser()
  const mayWrite = can(user, 'create-concept-set-for-company')
  const { status, isTemplate } = edition
  const params = { id: String(edition.id) }
  return (
    <>
      {!isCurrentPage && <OpenItem id={params.id} isEdited={mayWrite && status === 'draft'} />}
      {mayWrite && status !== 'draft' && <NewVersionItems edition={edition} />}
      {isGodLevel(user) && isTemplate && status === 'published' && (
        <MenuItem asChild>
          <Link to="/admin/content-sets/$id/copies" params={params}>
            <Copy />
            Copy to organisations
          </Link>
        </MenuItem>
      )}
      <MenuItem asChild>
        <Link to="/admin/content-sets/$id/preview" params={params}>
          <ChartNoAxesColumn />
          Preview report
        </Link>
      </MenuItem>
      <ExportItems id={edition.id} />
      <FormatItem isCurrentPage={isCurrentPage} />
      {mayWrite && <RemovalItems edition={edition} onOpenDialog={onOpenDialog} />}
    </>
  )
}

function FormatItem({ isCurrentPage }: { isCurrentPage: boolean }) {
  if (!isCurrentPage) return null
  return (
    <MenuItem asChild>
      <Link to="/admin/content-sets/format">
        <CircleHelp />
        About the file format
      </Link>
    </MenuItem>
  )
}

function OpenItem({ id, isEdited }: { id: string; isEdited: boolean }) {
  return (
    <MenuItem asChild>
      <Link to="/admin/content-sets/$id" params={{ id }}>
        {isEdited ? <Pencil /> : <Eye />}
        {isEdited ? 'Edit draft' : 'Open'}
      </Link>
    </MenuItem>
  )
}

function NewVersionItems({ edition: { id } }: { edition: Edition }) {
  const start = useNewVersion()
  const navigate = useNavigate()
  return (
    <>
      <MenuItem icon={<GitBranchPlus />} onSelect={() => start.mutate(id)}>
        Create new version
      </MenuItem>
      <MenuItem
        icon={<FileUp />}
        onSelect={() =>
          void navigate({ to: '/admin/content-sets/create', search: { from: 'file', next_of: id } })
        }
      >
        Import new version
      </MenuItem>
    </>
  )
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

const EXPORTS = [
  { format: 'xlsx', Icon: FileSpreadsheet, label: 'Export as workbook (XLSX)' },
  { format: 'json', Icon: FileJson2, label: 'Export as JSON' },
] as const

function ExportItems({ id }: { id: number }) {
  const start = useExport(id)
  return EXPORTS.map(({ format, Icon, label }) => (
    <MenuItem key={format} icon={<Icon />} onSelect={() => start.mutate(format)}>
      {label}
    </MenuItem>
  ))
}

function RemovalItems({
  edition,
  onOpenDialog,
}: Pick<EditionMenuProps, 'edition' | 'onOpenDialog'>) {
  const { status, assessments } = edition
  const mayDelete = status === 'draft' || assessments === 0
  if (!mayDelete && status !== 'published') return null
  return (
    <>
      <MenuSeparator />
      {status === 'published' && (
        <MenuItem icon={<Archive />} onSelect={() => onOpenDialog({ about: 'retire', edition })}>
          Retire
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem
          icon={<Trash2 />}
          isDestructive
          onSelect={() => onOpenDialog({ about: 'delete', edition })}
        >
          {status === 'draft' ? 'Delete draft' : 'Delete'}
        </MenuItem>
      )}
    </>
  )
}
