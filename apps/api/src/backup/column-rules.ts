import { NewAttachment } from 'contract/attachments'
import { ProviderAddress, SamlBody } from 'contract/connections'
import { cleanText } from 'contract/clean-text'
import { ElementBandFile, GroupFile, ResponseFile } from 'contract/content-format'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { DraftElement, DraftHead } from 'contract/draft'
import { Email, Id, asOneLine, line, oneLine, text } from 'contract/fields'
import { RequiredContexts, SsoDomain } from 'contract/sso'
import { OrganisationChange, TenantDomain } from 'contract/tenants'
import { ACTION_LENGTHS } from 'contract/list-sizes'
import { MAIL_PREFERENCES } from 'contract/mail-preferences'
import { ORGANISATION_ROLES } from 'contract/roles'
import { z } from 'zod'
import { ENDINGS } from '#features/assessments/attachments/file-endings.ts'
import { safeFileName } from '#features/assessments/attachments/file-name.ts'

const { line: LINE, key: KEY, passage: PASSAGE } = CONTENT_LIMITS
const LONGEST = 60_000

/** What a value must be, and how one of an older version is corrected first. */
export type Rule = { schema: z.ZodType; correct?: (value: string) => string }

const oneLineOf = (most: number, least = 0): Rule => ({
  schema: line(least, most),
  correct: asOneLine,
})
const linesOf = (most: number, least = 0): Rule => ({
  schema: text(least, most),
  correct: cleanText,
})
const exactly = (schema: z.ZodType): Rule => ({ schema })
const matching = (pattern: RegExp): Rule => ({ schema: z.string().regex(pattern) })

const settings = OrganisationChange.shape
const NAME = oneLineOf(LINE, 1)
const TITLE = oneLineOf(LINE)
const KEYS = oneLineOf(KEY, 1)
const Keys = z.array(line(1, KEY)).max(CONTENT_LIMITS.groups)
const KEY_LIST = exactly(Keys)
const LONG = linesOf(PASSAGE)
const REASON = linesOf(2000)
const ANSWER_REASON = linesOf(1000)
/** A word that a check of the table allows. */
const WORD = matching(/^[a-z_-]{1,40}$/)
/** Compared with what a provider says, so it is refused instead of cleaned. */
const UNCHANGED = exactly(
  z
    .string()
    .min(1)
    .max(1024)
    .refine((value) => asOneLine(value) === value),
)
/** Such as `user.created`. */
const ACTION = matching(/^[a-z_]+(\.[a-z_]+)+$/)
const SHA256 = matching(/^\\x[0-9a-f]{64}$/)
const YEAR = z.coerce.number().int().min(2000).max(2100)
const PERCENT = exactly(z.coerce.number().min(0).max(100))

/** Of argon2, with little more work than our own hashes need. */
const PASSWORD_HASH =
  /^\$argon2id\$v=19\$m=\d{1,5},t=[1-4],p=[1-4]\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/

const Answers = z.strictObject({
  answers: z.array(
    z.strictObject({
      statement_id: Id,
      state: z.union([z.literal(1), z.literal(2)]),
      statement_response_id: Id.nullable(),
      not_applicable_reason: z.string().max(1000).overwrite(cleanText).nullable(),
    }),
  ),
  elements: z.array(Id),
  notes: z.array(z.strictObject({ statement_id: Id, version: z.int().min(0) })),
  files: z.array(z.strictObject({ statement_id: Id, id: Id })),
  // Missing in what was submitted before there were levels and profiles.
  scope: z
    .strictObject({ scope_levels: Keys.nullable(), scope_profiles: Keys.nullable() })
    .optional(),
})

function rolesOfOne(roles: string[]): string[] {
  const kept = ORGANISATION_ROLES.filter((role) => roles.includes(role))
  return kept.length === roles.length ? roles : kept.length > 0 ? kept : ['user']
}

const Details = z.record(
  z.string().regex(/^\w{1,100}$/),
  z.union([z.string().max(10_000).overwrite(cleanText), z.number(), z.boolean(), z.null()]),
)

/** Every column of a type that says nothing about its values. Another one stops the import, so that it gets a rule. */
export const RULES: Readonly<Record<string, Rule>> = {
  'actions.note': linesOf(ACTION_LENGTHS.note),
  'actions.statement_key': KEYS,
  'actions.status': WORD,
  'actions.title': oneLineOf(ACTION_LENGTHS.title, 1),
  'assessment_events.actor_name': TITLE,
  // Four counts, and the keys of a chosen scope.
  'approvals.content': exactly(
    line(7, 2 * CONTENT_LIMITS.groups * (KEY + 1)).regex(/^\d{1,9}(-\d{1,9}){3}(-|$)/),
  ),
  'approvals.reason': REASON,
  'approvals.state': WORD,
  'assessment_events.reason': REASON,
  'assessment_events.step': ACTION,
  'assessment_members.role': WORD,
  'assessments.scope_levels': KEY_LIST,
  'assessments.scope_profiles': KEY_LIST,
  'assessments.carried_from': exactly(YEAR),
  'assessments.status': WORD,
  'assessments.type': WORD,
  'assessments.year': exactly(YEAR),
  // A browser would open others, such as a page.
  // The demo has stored tables as their own type.
  'attachments.media_type': exactly(z.enum([...Object.keys(ENDINGS), 'text/csv'])),
  'attachments.name': exactly(NewAttachment.shape.name.overwrite(safeFileName)),
  'attachments.sha256': SHA256,
  'attachments.status': WORD,
  'audit_clients.browser': oneLineOf(200),
  'audit_events.action': ACTION,
  'audit_events.details': exactly(Details),
  'audit_events.request_id': oneLineOf(200),
  'audit_events.subject': TITLE,
  'certification_bands.label': TITLE,
  'certification_bands.min_element_band': TITLE,
  'certification_bands.of_statements': KEYS,
  'certifications.band': TITLE,
  'certifications.code': matching(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/),
  'certifications.holder': NAME,
  // The next number is calculated from it.
  'certifications.number': matching(/^\d{4}-\d{4,8}$/),
  'certifications.report_hash': SHA256,
  'certifications.revoked_reason': REASON,
  // Labels of a level and of profiles.
  'certifications.scope': oneLineOf(LONGEST),
  'certifications.title': TITLE,
  'certifications.year': exactly(YEAR),
  'comments.text': linesOf(2000, 1),
  'content_sets.description': LONG,
  'content_sets.draft': exactly(DraftHead),
  'content_sets.element_bands': exactly(z.array(ElementBandFile).min(1).max(100)),
  'content_sets.groups': exactly(z.array(GroupFile).min(1).max(CONTENT_LIMITS.groups)),
  'content_sets.introduction': LONG,
  'content_sets.language': oneLineOf(35),
  'content_sets.licence': LONG,
  'content_sets.not_applicable_counts': WORD,
  'content_sets.responses': exactly(
    z.array(ResponseFile).min(2).max(CONTENT_LIMITS.responsesOfStatement),
  ),
  'content_sets.scale': exactly(
    z.array(oneLine().max(LINE)).max(CONTENT_LIMITS.responsesOfStatement),
  ),
  'content_sets.score_from': WORD,
  'content_sets.source': TITLE,
  'content_sets.status': WORD,
  'content_sets.title': TITLE,
  'content_sets.what_changed': LONG,
  'content_sets.year_from': exactly(YEAR),
  'content_sets.year_to': exactly(YEAR),
  'due_dates.type': WORD,
  'due_dates.year': exactly(YEAR),
  'draft_elements.element': exactly(DraftElement),
  'element_assignments.awaited_email': exactly(Email),
  'element_assignments.decline_reason': REASON,
  'elements.description': LONG,
  'elements.group_name': TITLE,
  'elements.key': KEYS,
  'elements.path': exactly(z.array(oneLine().min(1).max(LINE)).min(1)),
  'elements.title': TITLE,
  'identities.issuer': UNCHANGED,
  'identities.provider_email': exactly(Email),
  'identities.subject': UNCHANGED,
  'notes.note': linesOf(2000),
  'notifications.kind': WORD,
  'notifications.type': WORD,
  'notifications.year': exactly(YEAR),
  'recovery_codes.code_hash': SHA256,
  'report_bands.from_percent': PERCENT,
  'report_bands.text': LONG,
  'report_bands.title': TITLE,
  'report_bands.to_percent': PERCENT,
  'reports.content_hash': SHA256,
  'reports.kind': WORD,
  // Sealed, and read as the pages read it by `checkRows`.
  'reports.snapshot': exactly(z.string()),
  'reports.title': TITLE,
  'reports.type': WORD,
  'reports.year': exactly(YEAR),
  'response_events.after_reason': ANSWER_REASON,
  'response_events.before_reason': ANSWER_REASON,
  'response_events.state': matching(/^[1-3]$/),
  'responses.not_applicable_reason': ANSWER_REASON,
  'review_responses.remark': REASON,
  'review_responses.reviewer_name': NAME,
  'reviews.reason': REASON,
  'reviews.reviewer_name': NAME,
  'reviews.status': WORD,
  'reviews.submitted': exactly(Answers),
  'sso_connections.client_id': exactly(line(1, 255)),
  'sso_connections.domain': exactly(SsoDomain),
  'sso_connections.entry_point': exactly(ProviderAddress),
  'sso_connections.idp_certificate': exactly(SamlBody.shape.idp_certificate),
  'sso_connections.issuer': exactly(SamlBody.shape.issuer),
  'sso_connections.kind': WORD,
  'sso_connections.name': NAME,
  'sso_connections.required_contexts': exactly(RequiredContexts),
  'statement_marks.statement_key': KEYS,
  'statement_responses.action': LONG,
  'statement_responses.description': LONG,
  'statement_responses.key': KEYS,
  'statement_responses.label': TITLE,
  'statements.evidence_example': LONG,
  'statements.guidance': LONG,
  'statements.key': KEYS,
  'statements.level_key': KEYS,
  'statements.profile_keys': KEY_LIST,
  'statements.short_title': TITLE,
  'statements.tag_keys': KEY_LIST,
  'statements.text': LONG,
  'tenants.brand_colour': exactly(settings.brand_colour.unwrap()),
  'tenants.attachment_quota': exactly(z.coerce.number().pipe(settings.attachment_quota.unwrap())),
  'tenants.domain': exactly(TenantDomain),
  'tenants.kind': exactly(z.literal('organisation')),
  // `checkLogo` draws it again.
  'tenants.logo': matching(/^\\x([0-9a-f]{2})*$/),
  'tenants.name': NAME,
  'tenants.sign_in_mode': exactly(settings.sign_in_mode.unwrap()),
  'tenants.status': WORD,
  'tenants.time_zone': exactly(settings.time_zone.unwrap()),
  'terms_acceptances.address': oneLineOf(64),
  'terms_additions.text': linesOf(LONGEST),
  'users.email': exactly(Email),
  'users.muted_mails': exactly(z.array(z.enum(MAIL_PREFERENCES)).max(MAIL_PREFERENCES.length)),
  'users.name': NAME,
  'users.organisation_name': oneLineOf(LINE),
  'users.password_hash': matching(PASSWORD_HASH),
  'users.pending_email': exactly(Email),
  // Roles of the platform stay behind.
  'users.roles': exactly(z.array(z.string()).max(10).transform(rolesOfOne)),
  'users.salesforce_id': exactly(line(1, 255)),
}
