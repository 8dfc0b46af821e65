import { ContentText, useContentDirection } from '#ui/content-text.tsx'

interface StatementBreadcrumbProps {
  element: { title: string; group: string | null }
  reference: string
  isOptional?: boolean | undefined
  isCounted?: boolean
}

/** The statement's reference, group and element. */
export function StatementBreadcrumb({
  element,
  reference,
  isOptional,
  isCounted = true,
}: StatementBreadcrumbProps) {
  return (
    <p
      dir={useContentDirection()}
      className="text-13 wrap-anywhere text-subtle-foreground [&>*+*]:before:mx-1.5 [&>*+*]:before:content-['·']"
    >
      <ContentText className="font-semibold">{reference}</ContentText>
      {element.group !== null && <ContentText>{element.group}</ContentText>}
      <ContentText>{element.title}</ContentText>
      {isOptional && <bdi>Optional</bdi>}
      {!isCounted && <bdi>Not counted in scores</bdi>}
    </p>
  )
}
