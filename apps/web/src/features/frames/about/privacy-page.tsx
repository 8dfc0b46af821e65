import { Link } from '@tanstack/react-router'
import { useTenant } from '#core/tenant.ts'
import { Contact, Points, TextPage, Topic } from './text-page.tsx'

const STORED: readonly { what: string; why: string; until: string }[] = [
  {
    what: 'Your account',
    why: 'Name, email address, organisation and roles, so that you can sign in and others know who answered. Only a hash of your password is stored.',
    until:
      'Until an admin removes you. If you have answered anything, your answers are then listed under “Former user”. Existing reports keep your name.',
  },
  {
    what: 'Your answers',
    why: 'Your answers with their history, notes, comments, attached files, reports and certificates, so that your organisation can assess itself.',
    until:
      'For as many years as your organisation chooses. If your organisation hasn’t chosen, answers are kept. Answers for a valid certificate are kept until it is no longer valid.',
  },
  {
    what: 'Your sign-ins',
    why: 'When and with which browser, such as “Firefox on Windows”, and from which IP address, so that you notice if someone else uses your account. A session lasts 14 days at most.',
    until:
      'The IP address is deleted within an hour after the session has ended. The rest is deleted when an admin removes you.',
  },
  {
    what: 'The audit log',
    why: 'Who changed what and when, with IP address and browser, so that misuse can be traced.',
    until:
      'Entries are kept. IP address and browser are deleted when an admin removes you, or together with the answers of the same year.',
  },
  {
    what: 'Emails to you',
    why: 'Invitations, links, reminders and notifications.',
    until:
      'The text is deleted once the email is sent. Recipient, subject and time are deleted 30 days later. If an email can’t be sent, it is kept until the operator sends or discards it, or an admin removes you.',
  },
  {
    what: 'Files you download',
    why: 'Your own data as one file, and your reports as PDFs.',
    until: 'Waymark deletes its copies after 7 days at the latest.',
  },
  {
    what: 'Backups',
    why: 'Copies of all of this, so that nothing is lost.',
    until: 'For as long as the operator of this service keeps them.',
  },
]

const READERS = [
  'Admins of your organisation, or of this site if you registered here yourself, see its people, answers, reports and audit log, and can download all its data, including comments.',
  'People in a shared assessment see its answers, notes, comments and files.',
  'Auditors assigned to your organisation see its people, their progress, results, reports and certificates, and what is submitted for certification.',
  'The operator of this service can see everything, to keep it running.',
  'Anyone with a certificate’s code can see who holds it, what it covers and when it expires.',
]

const RIGHTS = [
  'See and download what is stored about you: “Download my data” in your settings.',
  'Correct your name and email address in your settings.',
  'Ask your administrator to remove you, to limit how your data is used, or to stop using your data.',
  'Complain to the data protection authority of your country.',
]

export function PrivacyPage() {
  return (
    <TextPage title="Privacy" meta="What Waymark stores about you, why, and for how long">
      <Topic title="Who is responsible">
        <Responsible />
        <Contact
          about=" with questions about your data."
          otherwise="Ask your administrator if you have questions about your data."
        />
      </Topic>
      <Topic title="What is stored">
        <dl className="border-t">
          {STORED.map(({ what, why, until }) => (
            <div key={what} className="border-b py-3">
              <dt className="font-semibold text-foreground">{what}</dt>
              <dd>
                {why}
                <span className="mt-0.5 block text-14 text-muted-foreground">{until}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p>
          What your browser stores is listed in the{' '}
          <Link to="/cookies-policy" className="link">
            cookies policy
          </Link>
          .
        </p>
      </Topic>
      <Topic title="Who sees your data">
        <Points of={READERS} />
        <p>
          Waymark has no analytics and no advertising. If you sign in through a provider of your
          organisation, the provider knows that you signed in. The operator chooses the mail server,
          the storage for files and backups, and where copies of the audit log are sent.
        </p>
      </Topic>
      <Topic title="What you can do">
        <Points of={RIGHTS} />
      </Topic>
    </TextPage>
  )
}

function Responsible() {
  const { name, is_public, is_platform } = useTenant()
  if (is_public || is_platform)
    return <p>The operator of this service is responsible for your data.</p>
  return (
    <p>
      <bdi translate="no" className="font-semibold">
        {name}
      </bdi>{' '}
      decides what is asked here and is responsible for your data. The operator of this service
      stores the data on behalf of your organisation.
    </p>
  )
}
