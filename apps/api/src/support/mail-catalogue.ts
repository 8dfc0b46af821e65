import { MAIL_PREFERENCES, type MailPreference } from 'contract/mail-preferences'
import * as account from './mails/account-mails.ts'
import { digestMail } from './mails/digest-mail.ts'
import * as downloads from './mails/download-mails.ts'
import type { MailContent } from './mails/render-mail.ts'
import * as reviews from './mails/review-mails.ts'
import * as shared from './mails/shared-mails.ts'
import * as signIn from './mails/sign-in-mails.ts'
import * as users from './mails/user-mails.ts'

type Kind = {
  who: string
  text: (...about: never[]) => MailContent
  /** What users can turn off. Everyone gets the others. */
  preferences?: readonly MailPreference[]
}

const OWNER = 'the owner of the account'
const RESPONDENT = 'the respondent'
const ADMINS = 'the admins of the organisation'

/** Every email that Waymark sends: who gets it, and its subject, text and link. */
export const MAILS = {
  register: { who: 'the new user', text: account.registerMail },
  knownAddress: { who: OWNER, text: account.knownAddressMail },
  reset: { who: OWNER, text: account.resetMail },
  singleSignOn: { who: OWNER, text: account.singleSignOnMail },
  passwordChanged: { who: OWNER, text: account.passwordChangedMail },
  confirmEmail: { who: 'the new address', text: account.confirmEmailMail },
  emailChanged: { who: 'the old address', text: account.emailChangedMail },
  mfaOn: { who: OWNER, text: account.mfaOnMail },
  mfaOff: { who: OWNER, text: account.mfaOffMail },
  mfaReset: { who: OWNER, text: account.mfaResetMail },
  recoveryCodeUsed: { who: OWNER, text: account.recoveryCodeUsedMail },
  recoveryCodesReplaced: { who: OWNER, text: account.recoveryCodesReplacedMail },
  linked: { who: OWNER, text: signIn.linkedMail },
  unlinked: { who: OWNER, text: signIn.unlinkedMail },
  unlinkedByAdmin: { who: OWNER, text: signIn.unlinkedByAdminMail },
  connection: { who: 'the admins of every organisation concerned', text: signIn.connectionMail },
  signInRules: { who: ADMINS, text: signIn.signInRulesMail },
  invite: { who: 'the invited person', text: users.inviteMail },
  welcome: { who: OWNER, text: users.welcomeMail },
  moved: { who: OWNER, text: users.movedMail },
  emailChangedByAdmin: { who: 'the old and the new address', text: users.emailChangedByAdminMail },
  submitted: { who: 'the auditors of the organisation', text: reviews.submittedMail },
  returned: { who: RESPONDENT, text: reviews.returnedMail },
  refused: { who: RESPONDENT, text: reviews.refusedMail },
  certified: { who: RESPONDENT, text: reviews.certifiedMail },
  revoked: { who: RESPONDENT, text: reviews.revokedMail },
  revokedForAdmins: { who: ADMINS, text: reviews.revokedForAdminsMail },
  expiring: { who: 'the holder of the certificate', text: reviews.expiringMail },
  expiringForAdmins: { who: ADMINS, text: reviews.expiringForAdminsMail },
  assigned: {
    who: 'the people who answer elements of a shared assessment',
    text: shared.assignedMail,
    preferences: ['assigned'],
  },
  givenBack: {
    who: 'the person who answers the element of a shared assessment',
    text: shared.givenBackMail,
    preferences: ['returned'],
  },
  wholeDownload: { who: 'the admin who requested the download', text: downloads.wholeDownloadMail },
  ownDownload: { who: 'the user who requested the download', text: downloads.ownDownloadMail },
  digest: {
    who: 'users with something to do or with news about a shared assessment',
    text: digestMail,
    preferences: MAIL_PREFERENCES,
  },
  test: { who: 'the address that the operator chose', text: account.testMail },
  virus: { who: RESPONDENT, text: reviews.virusMail },
} as const satisfies Record<string, Kind>
