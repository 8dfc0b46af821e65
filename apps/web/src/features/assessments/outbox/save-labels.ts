import { formatNumber, plural } from 'rules/plural'
import { countAnswers, isSendable } from './outbox-change.ts'
import { PROGRESS_DELAY, type OutboxState } from './outbox-state.ts'

const MINUTE = 60_000
const BUSY = 'Waymark is busy. Your answers are safe on this device.'
const CLOSED = 'Waymark is closed for maintenance. Your answers are safe on this device.'

export interface SaveLabel {
  kind: 'none' | 'saved' | 'stored' | 'offline' | 'busy' | 'closed' | 'sending' | 'refused'
  text: string
  short: string
}

interface SaveTimes {
  now: number
  savedAt: number | null
}

export function saveLabel(outbox: OutboxState, { now, savedAt }: SaveTimes): SaveLabel {
  const { changes, phase, saved } = outbox
  const waiting = changes.filter((change) => isSendable(change, changes))
  const count = countAnswers(waiting)
  if (count > 0 && phase === 'waiting') return waitingLabel(outbox, count)
  // A quick save doesn't flash; after an outage "Saved" appears only once everything is sent.
  const isLong = waiting.some(({ chosenAt }) => now - Date.parse(chosenAt) >= PROGRESS_DELAY)
  if (isLong && phase === 'idle')
    return { kind: 'stored', text: 'Stored on this device', short: 'Stored' }
  if (isLong || (count > 0 && phase === 'catching-up')) {
    return {
      kind: 'sending',
      text: `Sending ${answersText(count)}`,
      short: `${formatNumber(count)} sending`,
    }
  }
  const refused = countAnswers(changes.filter((change) => change.refusal))
  if (refused > 0) {
    return {
      kind: 'refused',
      text: `${answersText(refused)} not saved`,
      short: `${formatNumber(refused)} not saved`,
    }
  }
  return savedText(now, savedAt, saved.isLate)
}

function waitingLabel({ isClosed, isBusy }: OutboxState, count: number): SaveLabel {
  if (isClosed) return { kind: 'closed', text: CLOSED, short: 'Maintenance' }
  if (isBusy) return { kind: 'busy', text: BUSY, short: 'Waymark is busy' }
  const text = `Offline. ${answersText(count)} stored on this device.`
  return { kind: 'offline', text, short: `${formatNumber(count)} waiting` }
}

function savedText(now: number, savedAt: number | null, isLate: boolean): SaveLabel {
  if (savedAt === null) return { kind: 'none', text: '', short: '' }
  const kind = 'saved'
  if (now - savedAt >= MINUTE) {
    return { kind, text: `Saved ${formatTimeOrDay(savedAt, now)}`, short: 'Saved' }
  }
  return { kind, text: isLate ? 'Saved' : 'Saved just now', short: 'Saved' }
}

function answersText(count: number) {
  return plural(count, { one: '# answer', other: '# answers' })
}

/** `09:41` today, or else `19 November`. */
function formatTimeOrDay(moment: number, now = Date.now()) {
  const date = new Date(moment)
  if (new Date(now).toDateString() === date.toDateString()) return TIME.format(date)
  return DAY.format(date)
}

/** `at 09:41` today, or else `on 19 November`. */
export function atOrOn(moment: number, now = Date.now()) {
  const isToday = new Date(now).toDateString() === new Date(moment).toDateString()
  return `${isToday ? 'at' : 'on'} ${formatTimeOrDay(moment, now)}`
}

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
