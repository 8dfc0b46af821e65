import { formatList, plural } from 'rules/plural'
import { type PlaceContext, addressOf } from '#support/address-of.ts'
import { fullDate } from './full-date.ts'
import type { MailContent } from './render-mail.ts'

type Assigned = {
  assessmentId: number
  /** The owner of the shared assessment. */
  owner: string
  /** The content set. */
  title: string
  year: number
  dueOn: string | null
}

type Elements = { id: number; title: string }[]

/** More titles than this are counted. */
const MOST_NAMED = 5

/** The first time that someone gets elements of a shared assessment. */
export function assignedMail(
  place: PlaceContext,
  { elements, ...assigned }: Assigned & { elements: Elements },
): MailContent {
  const { owner, title, year, dueOn } = assigned
  const named = elements.slice(0, MOST_NAMED).map((element) => `“${element.title}”`)
  const more = elements.length - named.length
  const others = plural(more, { one: '# other element', other: '# other elements' })
  const what = formatList(more > 0 ? [...named, others] : named)
  const due = dueOn === null ? '' : ` Please answer by ${fullDate(dueOn)}.`
  return {
    subject: `${owner} asks you to answer part of ${title}`,
    paragraphs: [
      `A team at ${place.tenant.name} is answering ${title} ${year}. ${owner} asks you to answer ${what}.${due}`,
      'For each statement, choose where you are now and where you want to be. When you have answered an element, check your answers and choose “Done”.',
    ],
    action: toElement(place, assigned, elements[0]?.id),
  }
}

export function givenBackMail(
  place: PlaceContext,
  { element, ...assigned }: Assigned & { element: Elements[number] },
): MailContent {
  const { owner, title, year, dueOn } = assigned
  const due = dueOn === null ? '' : ` The element is due on ${fullDate(dueOn)}.`
  return {
    subject: `${owner} gave “${element.title}” back to you`,
    paragraphs: [
      `You said that this element of ${title} ${year} is done. ${owner} asks you to look at it again.${due}`,
    ],
    action: toElement(place, assigned, element.id),
  }
}

function toElement(place: PlaceContext, { assessmentId }: Assigned, elementId: number | undefined) {
  const path = `/assessment/${assessmentId}?elementId=${elementId}`
  return { label: 'Open the element', href: addressOf(place, path) }
}
