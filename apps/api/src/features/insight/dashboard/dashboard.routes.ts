import { AUDIT_LABELS } from 'contract/audit-labels'
import { type AttentionEntry, dashboard } from 'contract/dashboard'
import { PAGE_SIZE } from 'contract/list-sizes'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { dayOf, yearOf } from '#core/host-tenant.ts'
import { allows } from '#core/permissions.ts'
import { findDelayedScans } from '#features/assessments/scanning.queries.ts'
import { listAuditEntries } from '#features/insight/audit/audit-list.queries.ts'
import { inVisible, inVisibleAndPlatform, isPlatformGod } from '#support/tenant-scope.ts'
import { hasDraft } from '#features/organisations/publish-terms.ts'
import {
  listAttention,
  listExpiring,
  listFailedMails,
  listPlatformInvitations,
  countInvitations,
  countOf,
  countOrganisations,
  stagesOf,
} from './figures.queries.ts'
import { listOrganisationResults } from './organisation-results.queries.ts'
import { readDistribution } from './read-distribution.ts'
import { readLevels } from './read-levels.ts'
import { readParticipation } from './read-participation.ts'

/** Actions of every day, which aren't news. */
const ROUTINE = new Set<string>([
  'session.created',
  'session.ended',
  'session.revoked',
  'session.replaced',
  'mfa.requested',
  'mfa.rejected',
  'session.rejected',
  'sessions.others_revoked',
])

/** Named one for one, so that an index finds them without reading sign-ins, which are most of the log. */
const NEWS = Object.keys(AUDIT_LABELS).filter((action) => !ROUTINE.has(action))

const MOST_NEWS = 10

/** At most this many rows of each kind are shown, so that one kind doesn't hide the others. */
const MAX_SHOWN = 3

export function dashboardRoutes(server: Server): void {
  handleDetached(server, dashboard.get, async ({ query }, context) => {
    const now = context.app.adapters.now()
    const thisYear = yearOf(context.tenant, now)
    const year = query.year ?? thisYear
    const by = context.tenant.kind === 'platform' ? 'organisation' : 'person'
    const { page, title } = query
    const reading = inVisible(context, (db, scope) =>
      readParticipation(db, scope, { year, thisYear, now }),
    )
    // In parallel, because most of the time is the database's.
    const [results, answers, { people, assessments, titles: _, stalled, ...participation }, rest] =
      await Promise.all([
        resultsOf(context, { year, today: dayOf(context.tenant, now) }),
        reading.then(({ titles }) =>
          inVisible(context, async (db, scope) => {
            const levels = await readLevels(db, scope, titles, { year, title, by, page })
            return {
              page: Math.max(1, Math.min(page, Math.ceil(levels.total / PAGE_SIZE))),
              levels,
              distribution: await readDistribution(db, scope, levels, context.tenant),
            }
          }),
        ),
        reading,
        readRest(context, now),
      ])
    const ofYear = assessments.filter((one) => one.year === year)
    const ending = shownOf(rest.ending)
    const ofOrganisations = isWriter(context) ? [...rest.attention, ...stalled] : []
    const attention = shownOf([
      ...rest.ofPlatform,
      ...ofOrganisations.toSorted((one, other) => other.count - one.count),
    ])
    return {
      year,
      results,
      ...answers,
      ...participation,
      ...rest,
      figures: {
        ...rest.figures,
        ...people,
        assessments: countOf(ofYear),
        ...stagesOf(ofYear),
        in_review: countOf(assessments, ['in_review']),
      },
      ending: ending.shown,
      attention: attention.shown,
      more: [...ending.more, ...attention.more],
    }
  })
}

/** The platform has no result of its own. */
async function resultsOf(
  { tenant, scope, inTenant }: SignedInContext,
  when: { year: number; today: string },
) {
  if (tenant.kind !== 'organisation') return []
  return await inTenant((db) => listOrganisationResults(db, scope, when))
}

/** The parts of the dashboard that don't depend on assessments by year. */
async function readRest(context: SignedInContext, now: Date) {
  const visible = await inVisible(context, async (db, scope) => ({
    figures: await countOrganisations(db, scope),
    ending: isWriter(context) ? await listExpiring(db, scope, now) : [],
    attention: isWriter(context) ? await listAttention(db, scope) : [],
    delayed_scans: isPlatformGod(context) ? await findDelayedScans(db, scope, now) : null,
  }))
  // The list of invitations contains the platform's own too.
  const invitations = await inVisibleAndPlatform(context, countInvitations)
  return {
    ...visible,
    figures: { ...visible.figures, ...invitations },
    ofPlatform: await platformAttention(context),
    activity: await activityOf(context),
  }
}

/** Auditors only read: nothing that needs attention is theirs to settle. */
function isWriter({ actor }: SignedInContext): boolean {
  return allows(actor.roles, 'create-users')
}

/** What only god-admins can attend to. */
async function platformAttention(context: SignedInContext): Promise<AttentionEntry[]> {
  if (!isPlatformGod(context)) return []
  const draft = {
    kind: 'terms-draft' as const,
    id: null,
    name: 'Terms of use',
    language: null,
    count: 1,
  }
  const invited = await context.inTenant((db) => listPlatformInvitations(db, context.scope))
  const failed = await inVisibleAndPlatform(context, listFailedMails)
  return [...failed, ...((await hasDraft(context)) ? [draft] : []), ...invited]
}

async function activityOf(context: SignedInContext) {
  if (!isWriter(context)) return null
  const filter = { timeZone: context.tenant.timeZone, action: NEWS }
  return await inVisibleAndPlatform(context, (db, scope) =>
    listAuditEntries(db, scope, filter, MOST_NEWS),
  )
}

/** The rows to show, and the kinds that have more. The queries return one row more of each kind than is shown. */
function shownOf<Entry extends { kind: string }>(entries: readonly Entry[]) {
  const byKind = Map.groupBy(entries, ({ kind }): Entry['kind'] => kind)
  return {
    shown: entries.filter((entry) => (byKind.get(entry.kind) ?? []).indexOf(entry) < MAX_SHOWN),
    more: [...byKind].flatMap(([kind, ofKind]) => (ofKind.length > MAX_SHOWN ? [kind] : [])),
  }
}
