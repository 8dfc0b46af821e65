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
  return <MarkedSentence>{markTitles(parts, titles)}</MarkedSentence>
}

/** The same if its parts say which of them are such texts. */
export function MarkedSentence({ children }: { children: readonly Words[] }) {
  return (
    <OwnText>
      {children.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a sentence don't move
        <SentencePart key={index} {...part} />
      ))}
    </OwnText>
  )
}

function SentencePart({ text, strong, isTitle }: Words) {
  const words = isTitle ? <ContentText>{text}</ContentText> : <>{text}</>
  return strong ? <strong className="font-semibold">{words}</strong> : words
}
