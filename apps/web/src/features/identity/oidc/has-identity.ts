const USER_KEY = 'oidc.user:'

/** Whether this tab has a Salesforce user. Every page asks, so this file doesn't import the library. */
export function hasIdentity() {
  return identityKeys().length > 0
}

export function identityKeys() {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(USER_KEY))
}
