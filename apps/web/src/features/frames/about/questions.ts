export interface HelpPart {
  title: string
  questions: { question: string; answer: string }[]
}

export const ANSWERING: HelpPart = {
  title: 'Answering',
  questions: [
    {
      question: 'How long does it take?',
      answer:
        'About half a minute a statement. You can stop at any time. Your answers are saved, and you continue where you left off.',
    },
    {
      question: 'Can I change an answer?',
      answer:
        'Yes. On the overview, open the element and choose another response. You can’t change a certification while it is submitted for review or after it is certified.',
    },
    {
      question: 'What happens if I lose my connection?',
      answer:
        'Your answers stay on this device and are sent when you are online again. Don’t sign out before then.',
    },
    {
      question: 'When do I get my report?',
      answer:
        'After all required elements are complete, or after the first element if none are required. Your report then appears under “Action reports”.',
    },
  ],
}

export const ADMINS: HelpPart = {
  title: 'For admins',
  questions: [
    {
      question: 'How do I invite people?',
      answer:
        'In the admin area, open “Users” and choose “Invite users”. Each person gets an email with a link that works for 7 days. If email is turned off, copy the links and share them yourself. If your organisation allows only single sign-on, you can’t invite people. A connection can give them an account when they first sign in.',
    },
    {
      question: 'How do I choose what users answer?',
      answer:
        'Open “Content sets” and choose “Create content set”. Users can answer it after you publish it.',
    },
    {
      question: 'Who hasn’t started yet?',
      answer: 'Open “Participation” to see who has started and who has finished.',
    },
    {
      question: 'Someone can’t sign in. What can I do?',
      answer:
        'Open the person under “Users”. There you can send a password link, unlock the account or activate it.',
    },
  ],
}

export const AUDITORS: HelpPart = {
  title: 'For auditors',
  questions: [
    {
      question: 'Where do I find what to review?',
      answer: 'Submitted certifications are listed under “Reviews” in the admin area.',
    },
    {
      question: 'What can I change?',
      answer:
        'You can review and certify assessments of the organisations assigned to you. Everything else is read-only.',
    },
  ],
}
