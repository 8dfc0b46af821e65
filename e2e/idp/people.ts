import { LOCAL_IDP } from 'api/demo/local-idp'

/** Somebody whom both local providers know; `hint` picks the person without the form (`login_hint`). */
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

/** Colleagues of Harbour Foods, one of them with an address that is not verified, one of Northfield Trust, and a stranger. */
export const IDP_PEOPLE: IdpPerson[] = [
  {
    hint: 'plant',
    name: 'Plant Manager',
    email: 'plant.manager@harbour.example',
    organisationId: HARBOUR,
    userId: '005WM0000000001AAA',
  },
  {
    hint: 'new',
    name: 'New Colleague',
    email: 'new.colleague@harbour.example',
    organisationId: HARBOUR,
    userId: '005WM0000000002AAA',
  },
  {
    hint: 'quality',
    name: 'Quality Lead',
    email: 'quality.lead@harbour-saml.example',
    organisationId: HARBOUR,
    userId: '005WM0000000003AAA',
  },
  {
    hint: 'unverified',
    name: 'Somebody Unverified',
    email: 'unverified@harbour.example',
    isEmailVerified: false,
    organisationId: HARBOUR,
    userId: '005WM0000000004AAA',
  },
  {
    hint: 'trustee',
    name: 'Trust Colleague',
    email: 'trust.colleague@northfield.example',
    organisationId: NORTHFIELD,
    userId: '005WM0000000005AAA',
  },
  {
    hint: 'stranger',
    name: 'Stranger From Elsewhere',
    email: 'stranger@elsewhere.example',
    organisationId: '00DWM0000000009',
    userId: '005WM0000000009AAA',
  },
]
