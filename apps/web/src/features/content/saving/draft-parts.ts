import { isolated } from '#core/isolated.ts'
import type { SaveDraftBody } from 'contract/content-sets'
import type { DraftState } from './draft-state.ts'

type ElementInput = NonNullable<SaveDraftBody['elements']>[number]

type Sized = { input: ElementInput; size: number; growth: number }

/** Well below the server's limit, `DRAFT_BYTES`. */
const MAX_BYTES = 1024 * 1024
const MAX_ELEMENTS = 1000

/**
 * As many unsaved changes as fit in one call; the rest follows in the next. Elements that grew are sent first, so that
 * a moved statement is never lost if the rest isn't sent. The order is sent last.
 */
export function nextPart(state: DraftState, body: SaveDraftBody): SaveDraftBody {
  const { head, elements = [] } = body
  if (elements.length <= MAX_ELEMENTS && sizeOf(body) <= MAX_BYTES) return body
  const sized = elements.map((input) => {
    const size = sizeOf(input.element)
    return { input, size, growth: size - sizeOf(state.elements[input.id]?.base ?? null) }
  })
  const part = packed(sized.toSorted(bySize), MAX_BYTES - sizeOf(head ?? null))
  return part.length === elements.length ? body : { ...(head && { head }), elements: part }
}

function packed(sized: readonly Sized[], room: number): ElementInput[] {
  let left = room
  const end = sized.findIndex(({ size }, index) => {
    left -= size
    return index > 0 && (left < 0 || index === MAX_ELEMENTS)
  })
  return sized.slice(0, end < 0 ? undefined : end).map(({ input }) => input)
}

export function tooLargeToSave({ head, elements = [] }: SaveDraftBody): string {
  const element = elements[0]?.element ?? null
  if (sizeOf(head ?? null) > sizeOf(element))
    return '“About this set” is larger than 1.5 MB. Shorten its texts.'
  const title = element?.title ?? ''
  const name = title === '' ? 'An element' : `“${isolated(title)}”`
  return `${name} is larger than 1.5 MB. Move some of its statements to another element.`
}

// An oversized element is sent last, so that the others are saved if the server refuses it.
function bySize(one: Sized, other: Sized) {
  const isAlone = ({ size }: Sized) => Number(size > MAX_BYTES)
  return isAlone(one) - isAlone(other) || other.growth - one.growth
}

function sizeOf(value: unknown) {
  return new Blob([JSON.stringify(value)]).size
}
