import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { App } from '#core/context.ts'
import type { Server } from '#core/handle.ts'
import { openHttp } from '#core/http.ts'
import { addOriginHooks } from '#core/request-origin.ts'
import type { Tracing } from '#core/tracing.ts'
import { addTenantHook } from '#core/request-tenant.ts'
import { addWeb } from '#core/web.ts'
import { accessRoutes } from '#features/people/access/access.routes.ts'
import { answersWorkbookRoutes } from '#features/assessments/workbook/answers-workbook.routes.ts'
import { questionsPdfRoutes } from '#features/reports/pdf/questions-pdf.routes.ts'
import { assessmentRoutes } from '#features/assessments/answering/assessments.routes.ts'
import { attachmentRoutes } from '#features/assessments/attachments/attachments.routes.ts'
import { auditRoutes } from '#features/insight/audit/audit.routes.ts'
import { sentMailsRoutes } from '#features/insight/sent-mails/sent-mails.routes.ts'
import { authRoutes } from '#features/identity/session/auth.routes.ts'
import { contentExportRoutes } from '#features/content/exchange/content-exports.routes.ts'
import { contentImportRoutes } from '#features/content/exchange/content-imports.routes.ts'
import { dashboardRoutes } from '#features/insight/dashboard/dashboard.routes.ts'
import type { Metrics } from '#features/insight/system/metrics.ts'
import { metricsRoute } from '#features/insight/system/serve-metrics.ts'
import {
  docsRoutes,
  mailRoutes,
  probeRoutes,
  sysRoutes,
} from '#features/insight/system/sys.routes.ts'
import { notificationRoutes } from '#features/insight/notifications/notifications.routes.ts'
import { presenceRoutes } from '#features/assessments/presence/presence.routes.ts'
import { assignmentsRoutes } from '#features/assessments/shared/assignments.routes.ts'
import { commentRoutes } from '#features/assessments/comments/comments.routes.ts'
import { planRoutes } from '#features/assessments/plan/plan.routes.ts'
import { sharedRoutes } from '#features/assessments/shared/shared.routes.ts'
import { systemRoutes } from '#features/insight/system/system.routes.ts'
import { draftRoutes } from '#features/content/drafts/drafts.routes.ts'
import { templateRoutes } from '#features/content/editions/templates.routes.ts'
import { editionRoutes } from '#features/content/editions/editions.routes.ts'
import { findRoutes } from '#features/insight/find/find.routes.ts'
import { identityRoutes } from '#features/identity/linking/identities.routes.ts'
import { invitationRoutes } from '#features/people/invitations/invitations.routes.ts'
import { mfaRoutes } from '#features/identity/mfa/mfa.routes.ts'
import { oidcRoutes } from '#features/identity/oidc/oidc.routes.ts'
import { downloadRoutes } from '#features/insight/downloads/downloads.routes.ts'
import { startRoutes } from '#features/insight/start/start.routes.ts'
import { reminderRoutes } from '#features/insight/digest/reminders.routes.ts'
import { teamReminderRoutes } from '#features/insight/digest/team-reminders.routes.ts'
import { dueDatesRoutes } from '#features/insight/digest/due-dates.routes.ts'
import { participationRoutes } from '#features/insight/participation/participation.routes.ts'
import { usersRoutes } from '#features/people/users/users.routes.ts'
import { resultRoutes } from '#features/insight/results/results.routes.ts'
import { registrationRoutes } from '#features/identity/registration/registration.routes.ts'
import { previewRoutes } from '#features/reports/page/preview.routes.ts'
import { reportPdfRoutes } from '#features/reports/pdf/report-pdfs.routes.ts'
import { reportRoutes } from '#features/reports/snapshot/reports.routes.ts'
import { reviewRoutes } from '#features/certification/review/reviews.routes.ts'
import { authorise } from '#features/identity/authorise.ts'
import { pendingOf } from '#features/identity/mfa-token.ts'
import { openForIdentity, pageRules } from '#features/identity/salesforce-env.ts'
import { certificationRoutes } from '#features/certification/certificates/certifications.routes.ts'
import { connectionRoutes } from '#features/identity/sso/connections.routes.ts'
import { ssoRoutes } from '#features/identity/sso/sso.routes.ts'
import { tenantRoutes } from '#features/organisations/tenants/tenants.routes.ts'
import { termsRoutes } from '#features/organisations/terms/terms.routes.ts'
import { accountRoutes } from '#features/identity/account/account.routes.ts'

/** What observes requests, if the operator has turned it on. */
export type Watchers = { metrics?: Metrics | undefined; tracing?: Tracing | undefined }

/** Builds the server: hooks in order, then the routes of every feature. */
export async function buildApp(
  app: App,
  log: Logger,
  { metrics, tracing }: Watchers = {},
): Promise<FastifyInstance> {
  const { env } = app
  const rules = pageRules(env)
  const http = openHttp(app, log, rules)
  tracing?.watch(http)
  metrics?.watch(app, http)
  addTenantHook(http, app)
  await addOriginHooks(http, app, rules)
  const authenticators = {
    session: authorise,
    others: { public: async () => ({}), mfa: pendingOf },
  }
  const server: Server = { http, app, authenticators }
  probeRoutes(server)
  if (metrics) metricsRoute(server, metrics)
  sysRoutes(server)
  await docsRoutes(server)
  tenantRoutes(server)
  authRoutes(server)
  mfaRoutes(server)
  accountRoutes(server)
  usersRoutes(server)
  resultRoutes(server)
  downloadRoutes(server)
  termsRoutes(server)
  assessmentRoutes(server)
  sharedRoutes(server)
  notificationRoutes(server)
  presenceRoutes(server)
  assignmentsRoutes(server)
  commentRoutes(server)
  planRoutes(server)
  answersWorkbookRoutes(server)
  attachmentRoutes(server)
  reportRoutes(server)
  reportPdfRoutes(server)
  questionsPdfRoutes(server)
  previewRoutes(server)
  reviewRoutes(server)
  certificationRoutes(server)
  registrationRoutes(server)
  invitationRoutes(server)
  accessRoutes(server)
  await ssoRoutes(server)
  connectionRoutes(server)
  oidcRoutes(server)
  identityRoutes(server)
  mailRoutes(server)
  findRoutes(server)
  auditRoutes(server)
  sentMailsRoutes(server)
  dashboardRoutes(server)
  startRoutes(server)
  participationRoutes(server)
  dueDatesRoutes(server)
  reminderRoutes(server)
  teamReminderRoutes(server)
  draftRoutes(server)
  contentImportRoutes(server)
  contentExportRoutes(server)
  editionRoutes(server)
  templateRoutes(server)
  systemRoutes(server)
  await addWeb(http, env, (reply, path) => {
    openForIdentity(env, reply, path)
    // The holder of a certificate decides who finds it.
    if (path.startsWith('/verify/')) reply.header('x-robots-tag', 'noindex, nofollow')
  })
  return http
}
