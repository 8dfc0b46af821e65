interface CalendarEvent {
  uid: string
  /** Such as 2026-12-12. */
  day: string
  title: string
  url: string
}

/** An event of a whole day, as calendars import it (RFC 5545). */
export function calendarText({ uid, day, title, url }: CalendarEvent, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Waymark//Due dates//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escaped(`Due: ${title}`)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function escaped(text: string) {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ')
}

/** A line has at most 75 bytes; each further one begins with a space. */
function folded(line: string) {
  const parts: string[] = ['']
  for (const letter of line) {
    const part = parts.at(-1) ?? ''
    if (bytesOf(part + letter) > 74) parts.push(letter)
    else parts[parts.length - 1] = part + letter
  }
  return parts.join('\r\n ')
}

function bytesOf(text: string) {
  return new TextEncoder().encode(text).length
}
