import { expect, test } from 'vitest'
import { calendarText } from './calendar-file.ts'

const EVENT = {
  uid: '7-2026-self_assessment@kestrel.example.org',
  day: '2026-12-12',
  title: 'Care, water; and \\ more 2026 (Kestrel)',
  url: 'https://kestrel.example.org/?year=2026&type=self_assessment',
}
const NOW = new Date('2026-11-30T10:00:00.123Z')

test('a due date is an event of that whole day, with escaped text', () => {
  expect(calendarText(EVENT, NOW).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Waymark//Due dates//EN',
    'BEGIN:VEVENT',
    'UID:7-2026-self_assessment@kestrel.example.org',
    'DTSTAMP:20261130T100000Z',
    'DTSTART;VALUE=DATE:20261212',
    'SUMMARY:Due: Care\\, water\\; and \\\\ more 2026 (Kestrel)',
    'URL:https://kestrel.example.org/?year=2026&type=self_assessment',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a line of the file has at most 75 bytes, and no letter is broken', () => {
  const title = '水の安全 🚰 '.repeat(12).trim()
  const text = calendarText({ ...EVENT, title }, NOW)
  for (const line of text.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:Due: ${title}`)
})
