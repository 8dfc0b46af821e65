import { AUDIT_LABELS } from 'contract/audit-labels'
import { type Attention, dashboard } from 'contract/dashboard'
import { PAGE_SIZE } from 'contract/list-sizes'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { yearOf } from '#core/host-tenant.ts'
import { allows } from '#core/permissions.ts'
import { findDelayedScans } from '#features/assessments/scanning.queries.ts'
import { listAuditEntries } from '#features/overview/audit/audit-list.queries.ts'
import { inVisible, inVisibleAndPlatform, isPlatformGod } from '#support/tenant-scope.ts'
import { hasDraft } from '#features/organisations/publish-terms.ts'
import { countAssessments, countOf, stagesOf } from './assessments.queries.ts'
import { listEnding } from './ending.queries.ts'
import { countInvitations, getFigures } from './figures.queries.ts'
import { shownOf } from './most-shown.ts'
import { listAttention, listPlatformInvitations } from './attention.queries.ts'
import { readDistribution } from './read-distribution.ts'
import { readLevels } from './read-levels.ts'
import { readParticipation } from './read-participation.ts'

/** What everybody does all day, and so no news. */
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

/** Each of these is found by an index: signing in, which is most of the log, is not read past. */
const NEWS = Object.keys(AUDIT_LABELS).filter((action) => !ROUTINE.has(action))

export function dashboardRoutes(server: Server): void {
  handleDetached(server, dashboard.get, async ({ query }, context) => {
    const now = context.app.adapters.now()
    const thisYear = yearOf(context.tenant, now)
    const year = query.year ?? thisYear
    const by = context.tenant.kind === 'platform' ? 'organisation' : 'person'
    const { page, title } = query
    const counted = await inVisible(context, countAssessments)
    const ofYear = counted.filter((one) => one.year === year)
    // Side by side on two connections: each takes about half of the time.
    const [answers, standing] = await Promise.all([
      inVisible(context, async (db, scope) => {
        const levels = await readLevels(db, scope, ofYear, { year, title, by, page })
        return {
          page: Math.max(1, Math.min(page, Math.ceil(levels.total / PAGE_SIZE))),
          levels,
          distribution: await readDistribution(db, scope, levels, context.tenant),
        }
      }),
      inVisible(context, async (db, scope) => ({
        figures: {
          ...(await getFigures(db, scope)),
          assessments: countOf(ofYear),
          ...stagesOf(ofYear),
        },
        ...(await readParticipation(db, scope, counted, { year, thisYear, now })),
        ending: await listEnding(db, scope, now),
        attention: await listAttention(db, scope, year),
        delayed_scans: isPlatformGod(context) ? await findDelayedScans(db, scope, now) : null,
      })),
    ])
    const ending = shownOf(standing.ending)
    const attention = shownOf([...(await platformAttention(context)), ...standing.attention])
    // As the list of them counts: with the platform's own.
    const figures = {
      ...standing.figures,
      ...(await inVisibleAndPlatform(context, countInvitations)),
    }
    return {
      year,
      ...answers,
      ...standing,
      figures,
      ending: ending.shown,
      attention: attention.shown,
      more: [...ending.more, ...attention.more],
      activity: await activityOf(context),
    }
  })
}

/** What of the platform itself waits for a god-admin. */
async function platformAttention(context: SignedInContext): Promise<Attention[]> {
  if (!isPlatformGod(context)) return []
  const draft = { kind: 'terms-draft' as const, id: null, name: 'Terms of use', count: 1 }
  const invited = await context.inTenant((db) => listPlatformInvitations(db, context.scope))
  return [...((await hasDraft(context)) ? [draft] : []), ...invited]
}

async function activityOf(context: SignedInContext) {
  if (!allows(context.actor.roles, 'create-users')) return null
  const filter = { timeZone: context.tenant.timeZone, action: NEWS }
  return await inVisibleAndPlatform(context, (db, scope) => listAuditEntries(db, scope, filter, 6))
}
