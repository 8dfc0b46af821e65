import { LOCAL_IDP } from 'api/demo/local-idp'

/** A person of both local providers; `hint` picks the person without the form (`login_hint`). */
export type IdpPerson = {
  hint: string
  name: string
  email: string
  isEmailVerified?: boolean
  /** Salesforce's ids: the organisation's, and the person's in its 18-character form. */
  organisationId: string
  userId: string
}

const { harbour: HARBOUR, northfield: NORTHFIELD } = LOCAL_IDP.salesforceOrganisations

/** Four colleagues of Harbour Foods, one of them with an unverified address, one of Northfield Trust, and a stranger. */
export const IDP_PEOPLE: IdpPerson[] = [
  person(1, 'plant', 'Plant Manager', 'plant.manager@harbour.example', HARBOUR),
  person(2, 'new', 'New Colleague', 'new.colleague@harbour.example', HARBOUR),
  person(3, 'quality', 'Quality Lead', 'quality.lead@harbour-saml.example', HARBOUR),
  {
    ...person(4, 'unverified', 'Unverified Colleague', 'unverified@harbour.example', HARBOUR),
    isEmailVerified: false,
  },
  person(5, 'trustee', 'Trust Colleague', 'trust.colleague@northfield.example', NORTHFIELD),
  person(9, 'stranger', 'Stranger From Elsewhere', 'stranger@elsewhere.example', '00DWM0000000009'),
]

function person(
  digit: number,
  hint: string,
  name: string,
  email: string,
  organisationId: string,
): IdpPerson {
  return { hint, name, email, organisationId, userId: `005WM000000000${digit}AAA` }
}
