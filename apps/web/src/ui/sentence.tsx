import { type Words, markTitles } from 'rules/mark-titles'
import { ContentText } from './content-text.tsx'
import { OwnText } from './own-text.tsx'

interface SentenceProps {
  /** The texts of a content set that the sentence can have. */
  titles: readonly string[]
  children: string | Parameters<typeof markTitles>[0]
}

/** One of our own sentences, with texts of a content set in their language. */
export function Sentence({ titles, children }: SentenceProps) {
  const parts = typeof children === 'string' ? [{ text: children, strong: false }] : children
  return (
    <OwnText>
      {markTitles(parts, titles).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a sentence don't move
        <SentencePart key={index} {...part} />
      ))}
    </OwnText>
  )
}

function SentencePart({ text, strong, isTitle }: Words) {
  const words = isTitle ? <ContentText>{text}</ContentText> : text
  return strong ? <strong className="font-semibold">{words}</strong> : words
}
