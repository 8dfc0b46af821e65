import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Field, type FieldFrame } from '#ui/field.tsx'

export interface FileFieldProps extends FieldFrame {
  accept: string
  file: File | null
  /** Of the file, as text. */
  size: string | undefined
  onFile: (file: File) => void
}

export function FileField({ accept, file, size, onFile, ...frame }: FileFieldProps) {
  const [isOver, setOver] = useState(false)
  return (
    <Field {...frame}>
      {(control) => (
        <div
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            const [dropped] = event.dataTransfer.files
            if (dropped) onFile(dropped)
          }}
          className={cn(
            'relative flex flex-wrap items-center gap-4 rounded-md border border-dashed border-input bg-card p-5 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
            isOver && 'border-primary-ui bg-primary-tint',
            frame.error && 'border-destructive',
          )}
        >
          <input
            {...control}
            type="file"
            accept={accept}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? []
              if (chosen) onFile(chosen)
              // Without this, choosing the same file again fires no event.
              currentTarget.value = ''
            }}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <FileUp className="size-6 shrink-0 stroke-[1.5]" />
          <p className="min-w-0 flex-1 text-15">
            <span className="block font-medium wrap-anywhere">
              {file ? file.name : 'Choose a file from this device'}
            </span>
            {file ? (
              <span className="block text-14 text-muted-foreground">{size}</span>
            ) : (
              <span className="block text-14 text-muted-foreground pointer-coarse:hidden">
                or drop it here
              </span>
            )}
          </p>
          <Button tabIndex={-1} aria-hidden variant="outline" className="pointer-events-none">
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
        </div>
      )}
    </Field>
  )
}
