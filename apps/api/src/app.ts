import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { App } from '#core/context.ts'
import type { Server } from '#core/handle.ts'
import { openHttp } from '#core/http.ts'
import { addOriginHooks } from '#core/request-origin.ts'
import { addTenantHook } from '#core/request-tenant.ts'
import { addWeb } from '#core/web.ts'
import { accessRoutes } from '#features/access/access.routes.ts'
import { assessmentRoutes } from '#features/assessments/assessments.routes.ts'
import { attachmentRoutes } from '#features/attachments/attachments.routes.ts'
import { auditRoutes } from '#features/audit/audit.routes.ts'
import { authRoutes } from '#features/auth/auth.routes.ts'
import { contentExportRoutes } from '#features/content-exports/content-exports.routes.ts'
import { contentImportRoutes } from '#features/content-imports/content-imports.routes.ts'
import { dashboardRoutes } from '#features/dashboard/dashboard.routes.ts'
import { docsRoutes } from '#features/docs/docs.routes.ts'
import { draftRoutes } from '#features/drafts/drafts.routes.ts'
import { editionRoutes } from '#features/editions/editions.routes.ts'
import { findRoutes } from '#features/find/find.routes.ts'
import { identityRoutes } from '#features/identities/identities.routes.ts'
import { invitationRoutes } from '#features/invitations/invitations.routes.ts'
import { mailRoutes } from '#features/mails/mails.routes.ts'
import { mfaRoutes } from '#features/mfa/mfa.routes.ts'
import { oidcRoutes } from '#features/oidc/oidc.routes.ts'
import { participationRoutes } from '#features/participation/participation.routes.ts'
import { peopleRoutes } from '#features/people/people.routes.ts'
import { personRoutes } from '#features/people/person.routes.ts'
import { registrationRoutes } from '#features/registration/registration.routes.ts'
import { previewRoutes } from '#features/reports/preview.routes.ts'
import { reportRoutes } from '#features/reports/reports.routes.ts'
import { reviewRoutes } from '#features/reviews/reviews.routes.ts'
import { certificationRoutes } from '#features/certifications/certifications.routes.ts'
import { connectionRoutes } from '#features/sso/connections.routes.ts'
import { ssoRoutes } from '#features/sso/sso.routes.ts'
import { probeRoutes, sysRoutes } from '#features/sys/sys.routes.ts'
import { tenantRoutes } from '#features/tenants/tenants.routes.ts'
import { termsEditingRoutes } from '#features/terms/terms-editing.routes.ts'
import { termsRoutes } from '#features/terms/terms.routes.ts'
import { userRoutes } from '#features/users/users.routes.ts'

/** The whole server: hooks in order, then every feature's routes by name. */
export async function buildApp(app: App, log: Logger): Promise<FastifyInstance> {
  const http = openHttp(app.env, log)
  addTenantHook(http, app)
  await addOriginHooks(http, app)
  const server: Server = { http, app }
  probeRoutes(server)
  sysRoutes(server)
  await docsRoutes(server)
  tenantRoutes(server)
  authRoutes(server)
  mfaRoutes(server)
  userRoutes(server)
  peopleRoutes(server)
  personRoutes(server)
  termsRoutes(server)
  termsEditingRoutes(server)
  assessmentRoutes(server)
  attachmentRoutes(server)
  reportRoutes(server)
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
  dashboardRoutes(server)
  participationRoutes(server)
  draftRoutes(server)
  contentImportRoutes(server)
  contentExportRoutes(server)
  editionRoutes(server)
  await addWeb(http, app.env)
  return http
}
