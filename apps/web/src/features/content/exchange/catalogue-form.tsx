import { IMPORT_BYTES } from 'contract/content-imports'
import { formatSize, tooLargeFile } from 'contract/file-size'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/file-field.tsx'
import { Form } from '#ui/form.tsx'

interface CatalogueFormProps {
  /** What the profile calls it. */
  needs: string
  isLoading: boolean
  onFile: (file: File) => void
}

/** The second file of an OSCAL profile. */
export function CatalogueForm({ needs, isLoading, onFile }: CatalogueFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  return (
    <Form
      className="max-w-160 space-y-5"
      onSubmit={() => {
        if (!file) return setError('Choose a file')
        if (file.size > IMPORT_BYTES) return setError(tooLargeFile(IMPORT_BYTES))
        onFile(file)
      }}
    >
      <FileField
        label="Catalogue"
        hint={`The profile selects controls from ${needs}. Choose a catalogue that has all of these controls.`}
        accept=".json,application/json"
        file={file}
        size={file ? formatSize(file.size) : undefined}
        onFile={(chosen) => {
          setError(undefined)
          setFile(chosen)
        }}
        error={error}
      />
      <Button type="submit" isLoading={isLoading}>
        Check both files
      </Button>
    </Form>
  )
}
