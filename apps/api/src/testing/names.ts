export const TEMPLATE = 'template_waymark'
export const TEST_SECRET = 'a secret for tests only, long enough'
