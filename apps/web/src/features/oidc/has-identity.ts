// Where the library keeps a tab's user.
const USER_KEY = 'oidc.user:'

/** Whether somebody signed in with Salesforce in this tab: asked by every page, so without the library. */
export function hasIdentity() {
  return identityKeys().length > 0
}

export function identityKeys() {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(USER_KEY))
}
