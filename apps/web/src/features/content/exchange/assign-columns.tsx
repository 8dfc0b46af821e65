import type { ImportFindings } from 'contract/content-imports'
import { useEffect, useState } from 'react'
import { FIELD_LABELS } from 'rules/import-findings'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FindingsProps } from './import-findings.tsx'
import {
  type Columns,
  rememberColumns,
  rememberedColumns,
  type TableField,
  withColumn,
} from './table-columns.ts'

type Table = NonNullable<ImportFindings['table']>
type Sheet = Table['sheets'][number]

/** What the columns of a table are. A file of the same shape is read in the same way again. */
export function AssignColumns({ findings, onChoose }: Omit<FindingsProps, 'isMarked'>) {
  const { table, choices } = findings
  const columns = choices.columns ?? []
  const sheet = table?.sheets.find(({ name }) => name === table.sheet)
  const [isOpen, setOpen] = useState(false)
  const remembered = sheet && rememberedColumns(sheet.headings)
  const isOther = remembered && String(remembered) !== String(columns)
  useEffect(() => {
    if (isOther) onChoose({ columns: remembered })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each file
  }, [isOther])
  if (!table || !sheet) return null
  return (
    <>
      <Title title={choices.title} onChoose={(title) => onChoose({ title })} />
      {table.sheets.length > 1 && (
        <SelectField
          label="Sheet"
          fieldClassName="max-w-sm"
          value={table.sheet}
          options={table.sheets.map(({ name, count }) => ({
            value: name,
            label: name,
            isDisabled: count === 0,
          }))}
          onChange={({ target }) => onChoose({ sheet: target.value, columns: undefined })}
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="outline" onClick={() => setOpen(true)}>
          Assign columns
        </Button>
        <p className="min-w-0 flex-1 text-14 wrap-anywhere text-subtle-foreground">
          {sheet.headings
            .flatMap((heading, at) => {
              const field = columns[at] ?? 'ignored'
              return field === 'ignored' ? [] : `${FIELD_LABELS[field]}: ${heading || 'no name'}`
            })
            .join(' · ')}
        </p>
      </div>
      {isOpen && (
        <ColumnsDialog
          sheet={sheet}
          columns={columns}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            rememberColumns(sheet.headings, chosen)
            onChoose({ columns: chosen })
          }}
        />
      )}
    </>
  )
}

interface TitleProps {
  title: string | undefined
  onChoose: (title: string | undefined) => void
}

function Title({ title = '', onChoose }: TitleProps) {
  return (
    <TextField
      label="Title"
      hint="Leave empty to use the file name"
      fieldClassName="max-w-160"
      isOptional
      defaultValue={title}
      maxLength={500}
      onBlur={({ target }) => {
        const typed = target.value.trim()
        if (typed !== title) onChoose(typed === '' ? undefined : typed)
      }}
    />
  )
}

interface ColumnsDialogProps {
  sheet: Sheet
  columns: Columns
  onClose: () => void
  onChoose: (columns: Columns) => void
}

const FIELDS = Object.entries(FIELD_LABELS).map(([value, label]) => ({ value, label }))

function ColumnsDialog({ sheet, columns: before, onClose, onChoose }: ColumnsDialogProps) {
  const [columns, setColumns] = useState(before)
  const [isMissing, setMissing] = useState(false)
  function use() {
    if (!columns.includes('text')) return setMissing(true)
    onChoose(columns)
    onClose()
  }
  return (
    <Dialog
      open
      isWide
      onOpenChange={(open) => !open && onClose()}
      title="Assign columns"
      description="Choose what each column contains. You can see examples from the first rows."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button onClick={use}>Use these columns</Button>
        </>
      }
    >
      {isMissing && !columns.includes('text') && (
        <p role="alert" className="text-14 text-destructive-ink">
          Choose the column that contains the statements.
        </p>
      )}
      <ul className="divide-y">
        {sheet.headings.map((heading, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
          <li key={at} className="grid gap-x-5 gap-y-2 py-4 first:pt-0 sm:grid-cols-2">
            <SelectField
              label={heading || `Column ${at + 1}, without a name`}
              value={columns[at] ?? 'ignored'}
              options={FIELDS}
              onChange={({ target }) =>
                setColumns(withColumn(columns, at, target.value as TableField))
              }
            />
            <Examples texts={sheet.rows.map((row) => row[at] ?? '')} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Examples({ texts }: { texts: readonly string[] }) {
  const filled = [...new Set(texts.filter((text) => text.trim() !== ''))].slice(0, 3)
  if (filled.length === 0)
    return <p className="self-center text-14 text-muted-foreground">Empty in the first rows</p>
  return (
    <ul aria-label="First rows" className="min-w-0 space-y-1 self-center text-14">
      {filled.map((text) => (
        <li key={text} className="truncate text-subtle-foreground">
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  )
}
