import { formatList, plural } from 'rules/plural'
import { type PlaceContext, addressOf, inviteAddress } from '#support/address-of.ts'
import { SEVEN_DAYS } from './account-mails.ts'
import { fullDate } from './full-date.ts'
import { type MailContent, PRODUCT } from './render-mail.ts'

type Task = { title: string; statements: number; due_on: string | null }

interface InviteText {
  email: string
  signature: string
  inviter: string
  /** Of the organisation. */
  isAdmin: boolean
  /** What the person can answer. */
  tasks: readonly Task[]
  until: Date
  today: string
}

/** Two answers to a statement take about half a minute. */
const STATEMENTS_IN_FIVE_MINUTES = 10

function tasksText(tasks: readonly Task[], today: string) {
  const [task, ...others] = tasks
  if (task === undefined || others.length === 0) return task ? [taskText(task, today)] : []
  const titles = formatList(tasks.map((one) => `“${one.title}”${byText(one, today)}`))
  return [
    `You choose what to answer: ${titles}. For each statement, say where you are now, and where you want to be. You can stop at any time and continue later.`,
  ]
}

/** Not for a date that is over. */
function byText({ due_on: dueOn }: Task, today: string) {
  return dueOn === null || dueOn < today ? '' : ` by ${fullDate(dueOn)}`
}

function taskText(task: Task, today: string) {
  const { title, statements } = task
  const minutes = 5 * Math.max(1, Math.round(statements / STATEMENTS_IN_FIVE_MINUTES))
  const time = minutes < 90 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  const size = plural(statements, { one: '# statement', other: '# statements' })
  const by = byText(task, today)
  return `You answer ${size} of “${title}”: where you are now, and where you want to be. This takes about ${time}. You can stop at any time and continue later.${by && ` Please finish${by}.`}`
}

function adminText(tasks: readonly Task[]) {
  return tasks.length > 0
    ? 'As an admin, you also invite people and see who has answered.'
    : 'As an admin, you choose what people answer, invite them and add your logo. This takes about 10 minutes.'
}

/** The platform and the public organisation may be named after the product. */
function inProduct(name: string) {
  return name.includes(PRODUCT) ? name : `${name} in ${PRODUCT}`
}

export function inviteMail(
  tenantContext: PlaceContext,
  { email, signature, inviter, isAdmin, tasks, until, today }: InviteText,
): MailContent {
  const { name, timeZone } = tenantContext.tenant
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(until)
  return {
    subject: `You’re invited to join ${name}`,
    paragraphs: [
      `${inviter} has invited you to join ${inProduct(name)}. There, organisations find out how mature their practice is and what to do next.`,
      ...tasksText(tasks, today),
      ...(isAdmin ? [adminText(tasks)] : []),
      `Open the link by ${day.replace(',', '')} to choose a password.`,
    ],
    action: { label: 'Accept invitation', href: inviteAddress(tenantContext, email, signature) },
    footnote: SEVEN_DAYS,
  }
}

/** For a new user, or one who was moved here. */
export function welcomeMail(tenantContext: PlaceContext, signature: string): MailContent {
  const { name } = tenantContext.tenant
  return {
    subject: `Your account at ${name}`,
    paragraphs: [
      `An admin has created an account for you at ${inProduct(name)}. Open the link to choose a password. Then sign in with this email address.`,
    ],
    action: {
      label: 'Choose a password',
      href: addressOf(tenantContext, `/forgot-password/${signature}`),
    },
    footnote:
      'The link works once and expires in 7 days. If you didn’t expect this email, ignore it or ask your administrator.',
  }
}

/** For a user who was moved to an organisation with single sign-on only. */
export function movedMail(tenantContext: PlaceContext): MailContent {
  const { name } = tenantContext.tenant
  return {
    subject: `Your account has moved to ${name}`,
    paragraphs: [
      `An admin has moved your account to ${inProduct(name)}. Sign in there with your organisation’s single sign-on.`,
    ],
    action: { label: 'Sign in', href: addressOf(tenantContext, '/login') },
  }
}

export function emailChangedByAdminMail({ tenant }: PlaceContext, email: string): MailContent {
  return {
    subject: 'Your email address was changed',
    paragraphs: [
      `An admin has changed the email address of your account at ${tenant.name}. From now on, sign in with ${email}.`,
      'If you didn’t expect this, tell your administrator straight away.',
    ],
  }
}
