/** How long a sent email is listed. */
export const SENT_MAIL_DAYS = 30
