import { referenceOf } from 'rules/reference'
import { ContentText } from '#ui/content-text.tsx'

type Referred = Parameters<typeof referenceOf>[0]

/** The reference of an element or statement, by default muted before its title. */
export function Reference({ of, className }: { of: Referred; className?: string }) {
  return (
    // The margin is outside the reference, which has a direction of its own.
    <span className={className ?? 'me-1.5 wrap-anywhere text-muted-foreground'}>
      <bdi translate="no">{referenceOf(of)}</bdi>
    </span>
  )
}

/** An element's reference and title. */
export function ElementName({ of }: { of: Referred & { title: string } }) {
  return (
    <>
      <Reference of={of} />
      <ContentText className="wrap-anywhere">{of.title}</ContentText>
    </>
  )
}
