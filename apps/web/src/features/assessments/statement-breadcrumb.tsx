import { ContentText, useContentDirection } from '#ui/content-text.tsx'
import { elementNames } from 'rules/element-names'

interface StatementBreadcrumbProps {
  element: { key: string; number: number; title: string; group: string | null }
  /** All of the content set. */
  elements: Parameters<typeof elementNames>[0]
  reference: string
  isOptional?: boolean | undefined
  isCounted?: boolean
}

/** The statement's reference, group and element. */
export function StatementBreadcrumb({
  element,
  elements,
  reference,
  isOptional,
  isCounted = true,
}: StatementBreadcrumbProps) {
  return (
    <p
      dir={useContentDirection()}
      className="text-13 wrap-anywhere text-subtle-foreground [&>*+*]:before:mx-1.5 [&>*+*]:before:content-['·']"
    >
      <bdi translate="no" className="font-semibold">
        {reference}
      </bdi>
      {element.group !== null && <ContentText>{element.group}</ContentText>}
      <ContentText>{elementNames(elements)(element)}</ContentText>
      {isOptional && <bdi>Optional</bdi>}
      {!isCounted && <bdi>Not counted in scores</bdi>}
    </p>
  )
}
