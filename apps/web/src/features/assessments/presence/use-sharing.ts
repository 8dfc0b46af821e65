import { useQueryClient } from '@tanstack/react-query'
import type { Quiz } from 'contract/assessments'
import type { Shown, Standing } from 'contract/presence'
import { useEffect, useRef } from 'react'
import { allows } from 'rules/assessment-status'
import { assignmentOf } from 'rules/shared-work'
import { hasCode } from '#core/api-error.ts'
import { api } from '#core/api.ts'
import { useBellTag } from '#core/bell-tag.ts'
import { invalidate } from '#core/invalidate.ts'
import type { Player } from '#features/assessments/player/use-player.ts'
import { heldStatements, withoutHeld } from './held.ts'
import { usePresence } from './presence-store.ts'

/**
 * Milliseconds between two requests of an open, visible page. The server may take a second until it looks, and what
 * others saved appears within 20.
 */
const PERIOD = 19_000
/** Without a sign of its user for so long, a page is left alone. */
const IDLE = 30 * 60_000

/** Says where the user is, and takes over what others saved. Nothing is requested because the window got the focus. */
export function useSharing(player: Player, isChecking: boolean) {
  const latest = useRef({ player, isChecking })
  useEffect(() => {
    latest.current = { player, isChecking }
  })
  const queryClient = useQueryClient()
  const { assessment, element } = player.quiz
  useEffect(() => {
    let seen: string | undefined
    const leaving = new AbortController()
    const signs = watchSigns()

    async function share() {
      if (!signs.isThere()) return
      const { statement } = latest.current.player
      const body = {
        element_id: element.id,
        statement_id: latest.current.isChecking ? null : statement.id,
        ...(seen !== undefined && { seen }),
      }
      const shown = await api.presence.share.call(
        { params: { id: assessment.id }, body },
        { signal: leaving.signal },
      )
      if (!shown || leaving.signal.aborted) return
      usePresence.setState({ people: shown.people })
      useBellTag.setState({ tag: shown.tag.split('-')[2] ?? null })
      seen = takeOver(latest.current.player, shown) ? shown.tag : undefined
      if (seen !== undefined && !isAsShown(shown.standing, latest.current.player.quiz)) reload()
    }

    function reload() {
      void invalidate(queryClient, [api.assessments.quiz.key, api.assessments.overview.key])
    }

    function tick() {
      // Another edition, or no member any more: the page says so.
      share().catch((error: unknown) => hasCode(error, 'not-found') && reload())
    }

    tick()
    const timer = setInterval(tick, PERIOD)
    return () => {
      // The server would take a late call for where the user is.
      leaving.abort()
      clearInterval(timer)
      signs.stop()
      usePresence.setState({ people: [] })
      useBellTag.setState({ tag: null })
    }
  }, [assessment.id, element.id, queryClient])
}

/** Returns whether everything could be shown. What is held back is sent again. */
function takeOver(player: Player, { responses, notes }: Shown) {
  const held = heldStatements(player)
  const rows = withoutHeld(responses, held, player.isNewer.response)
  const texts = withoutHeld(notes, held, player.isNewer.note)
  const newer = {
    responses: rows.free.filter(player.isNewer.response),
    notes: texts.free.filter(player.isNewer.note),
  }
  if (newer.responses.length + newer.notes.length > 0)
    player.outbox.takeOver(player.quiz.assessment.id, newer)
  return !rows.waits && !texts.waits
}

/** Whether the page shows who owns and answers the element, and whether it is complete, as they are. */
function isAsShown(standing: Standing, quiz: Quiz) {
  return textOf(standing) === textOf(standingIn(quiz))
}

/** In the order of the fields, and with the status only as far as it closes the assessment. */
function textOf({ owner_id, status, is_complete, assignment }: Standing) {
  const { person_id = 0, is_done = false, is_returned = false } = assignment ?? {}
  return [owner_id, allows(status, 'answer'), is_complete, person_id, is_done, is_returned].join()
}

function standingIn({ assessment, element, elements, shared }: Quiz): Standing {
  const { person, done_at, returned_at } = assignmentOf(shared, element.id) ?? {}
  return {
    owner_id: shared?.owner.id ?? 0,
    status: assessment.status,
    is_complete: elements.some(({ id, is_complete }) => id === element.id && is_complete),
    assignment:
      person === undefined
        ? null
        : {
            person_id: person?.id ?? null,
            is_done: done_at !== null,
            is_returned: returned_at !== null,
          },
  }
}

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const

/** Whether someone sits before the page. */
function watchSigns() {
  let last = Date.now()
  const note = () => (last = Date.now())
  for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true })
  return {
    isThere: () => document.visibilityState === 'visible' && Date.now() - last < IDLE,
    stop: () => SIGNS.forEach((sign) => window.removeEventListener(sign, note)),
  }
}
