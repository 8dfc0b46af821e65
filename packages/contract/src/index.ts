import { account } from './account.ts'
import { adminUsers } from './admin-users.ts'
import { assessments } from './assessments.ts'
import { outlines } from './outlines.ts'
import { attachments } from './attachments.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { contentSets } from './content-sets.ts'
import { contentExports } from './content-exports.ts'
import { contentImports } from './content-imports.ts'
import { downloads } from './downloads.ts'
import { dashboard } from './dashboard.ts'
import { editions } from './editions.ts'
import { dueDates } from './due-dates.ts'
import { find } from './find.ts'
import { certifications } from './certifications.ts'
import { comments } from './comments.ts'
import { connections } from './connections.ts'
import { identities } from './identities.ts'
import { invitations } from './invitations.ts'
import { mfa } from './mfa.ts'
import { notifications } from './notifications.ts'
import { oidc } from './oidc.ts'
import { participation } from './participation.ts'
import { plan } from './plan.ts'
import { presence } from './presence.ts'
import { questions } from './questions.ts'
import { registration } from './registration.ts'
import { reportPdfs } from './report-pdfs.ts'
import { reports } from './reports.ts'
import { reviews } from './reviews.ts'
import { approvals } from './approvals.ts'
import { assignments } from './assignments.ts'
import { shared } from './shared-assessments.ts'
import { submissions } from './submissions.ts'
import { sso } from './sso.ts'
import { start } from './start.ts'
import { reminders } from './reminders.ts'
import { mails, sys } from './sys.ts'
import { system } from './system.ts'
import { templates } from './templates.ts'
import { tenants } from './tenants.ts'
import { termsEditing } from './terms-editing.ts'
import { terms } from './terms.ts'
import { userResults } from './user-results.ts'
import { users } from './users.ts'

/** Every operation of the API. OpenAPI, the browser's client and the access matrix use it. */
export const contract = {
  sys,
  tenants,
  connections,
  auth,
  mfa,
  account,
  users,
  userResults,
  terms,
  assessments,
  outlines,
  shared,
  notifications,
  presence,
  assignments,
  approvals,
  comments,
  plan,
  questions,
  attachments,
  reports,
  reportPdfs,
  submissions,
  reviews,
  certifications,
  mails,
  registration,
  invitations,
  adminUsers,
  sso,
  oidc,
  identities,
  find,
  audit,
  termsEditing,
  dashboard,
  start,
  downloads,
  participation,
  dueDates,
  reminders,
  contentSets,
  contentImports,
  contentExports,
  editions,
  templates,
  system,
}
