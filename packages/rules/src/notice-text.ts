import type { NoticeKind } from 'contract/notifications'
import { plural } from './plural.ts'

type Notice = {
  kind: NoticeKind
  by: string | null
  elements: readonly { title: string }[]
  actions: readonly { title: string }[]
  email: string | null
}

/** What happened, in the list behind the bell and in the digest: "Anna Lee gave “Governance” back to you". */
export function noticeText({ kind, by, elements, actions, email }: Notice): string {
  const what = actions.length > 0 ? actionsText(actions) : elementsText(elements)
  return TEXTS[kind](by ?? 'Someone', what, email ?? '')
}

/** “Governance” and 2 other elements */
export function elementsText([first, ...others]: readonly { title: string }[]): string {
  if (!first) return 'an element'
  const forms = { one: '“{title}” and # other element', other: '“{title}” and # other elements' }
  return others.length === 0 ? `“${first.title}”` : plural(others.length, forms, first)
}

/** “Name a lead.” and 2 other actions */
export function actionsText([first, ...others]: readonly { title: string }[]): string {
  if (!first) return 'an action'
  const forms = { one: '“{title}” and # other action', other: '“{title}” and # other actions' }
  return others.length === 0 ? `“${first.title}”` : plural(others.length, forms, first)
}

const TEXTS: Record<NoticeKind, (by: string, elements: string, email: string) => string> = {
  assigned: (by, elements) => `${by} asks you to answer ${elements}`,
  asked: (by, elements) => `${by} has a question for you in ${elements}`,
  returned: (by, elements) => `${by} gave ${elements} back to you`,
  not_mine: (by, elements) => `${by} can’t answer ${elements}`,
  to_invite: (by, elements, email) => `${by} asks you to invite ${email} to answer ${elements}`,
  due: (_, elements) => `Please answer ${elements}`,
  approval: (by) => `${by} asks for your approval`,
  approved: (by) => `${by} approved the certification`,
  refused: (by) => `${by} didn’t approve the certification`,
  decided: () => 'The auditor has made a decision',
  planned: (by, actions) => `${by} assigned you ${actions} in the plan`,
  plan_due: (_, actions) => `Please finish ${actions} in the plan`,
}
