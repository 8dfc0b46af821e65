import { useEffect, useState } from 'react'
import { ENCODINGS } from 'contract/encodings'
import { SelectField } from '#ui/select-field.tsx'
import { Scrolled, type ShownFileProps } from './evidence-panel.tsx'
import { evidenceText } from './evidence-text.ts'

/** Long logs would make the page slow. */
const MOST_TEXT = 500_000

export function PlainText({ content }: ShownFileProps) {
  const [bytes, setBytes] = useState<ArrayBuffer>()
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const beginning = await content.slice(0, MOST_TEXT).arrayBuffer()
      if (isCurrent) setBytes(beginning)
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [content])
  return bytes && <ReadText name={content.name} bytes={bytes} isCut={content.size > MOST_TEXT} />
}

const OPTIONS = Object.entries(ENCODINGS).map(([label, encodings]) => ({
  label,
  options: Object.entries(encodings).map(([value, name]) => ({ value, label: name })),
}))

interface ReadTextProps {
  name: string
  bytes: ArrayBuffer
  isCut: boolean
}

/** A text without Unicode is read in the encoding that seems right. The auditor can choose another one. */
export function ReadText({ name, bytes, isCut }: ReadTextProps) {
  const [{ text, encoding }, setRead] = useState(() => evidenceText(bytes))
  return (
    <>
      {encoding !== undefined && (
        <SelectField
          label="Encoding"
          options={OPTIONS}
          value={encoding}
          onChange={({ target }) => setRead(evidenceText(bytes, target.value))}
          fieldClassName="border-b px-4 py-3"
        />
      )}
      <Scrolled name={name}>
        <pre
          dir="auto"
          translate="no"
          className="font-mono text-14 whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
        {isCut && (
          <p className="mt-4 border-t pt-3 text-14 text-muted-foreground">
            This is the beginning of the file. Download the file to read the rest.
          </p>
        )}
      </Scrolled>
    </>
  )
}
