import type { TermsDraft, TermsDraftBody, TermsVersion } from 'contract/terms-editing'
import { formatDate } from '#core/time.ts'

export const NAMES = ['text', 'what_changed', 'must_accept', 'effective_on'] as const

/** The draft, or the newest text to go on from. */
export function valuesOf(
  draft: TermsDraft | null | undefined,
  versions: readonly TermsVersion[],
): TermsDraftBody {
  const { text, what_changed, must_accept, effective_on, version } = draft ?? {
    text: versions[0]?.text ?? '',
    what_changed: '',
    must_accept: true,
    effective_on: null,
    version: 0,
  }
  return { text, what_changed, must_accept, effective_on, version }
}

/** What is typed on top of what stands now: a field that was left alone is theirs. */
export function mergedValues(
  typed: TermsDraftBody,
  base: TermsDraftBody,
  theirs: TermsDraftBody,
): TermsDraftBody {
  const own = NAMES.filter((name) => typed[name] !== base[name])
  return { ...theirs, ...Object.fromEntries(own.map((name) => [name, typed[name]])) }
}

/** What somebody else changed beside the text, in words. */
export function changedBeside(base: TermsDraftBody, theirs: TermsDraftBody): string[] {
  const { what_changed: words, effective_on: day, must_accept: mustAccept } = theirs
  return [
    ...(words === base.what_changed ? [] : [`What has changed: ${words || 'nothing'}`]),
    ...(day === base.effective_on ? [] : [`In force from: ${dayWords(day)}`]),
    ...(mustAccept === base.must_accept
      ? []
      : [`Must be accepted again: ${mustAccept ? 'yes' : 'no'}`]),
  ]
}

function dayWords(day: string | null) {
  return day === null ? 'when it is published' : formatDate(`${day}T12:00:00Z`)
}
