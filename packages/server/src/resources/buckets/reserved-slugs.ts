/**
 * First segments of URLs that belong to the dashboard or the server. A bucket with such a slug would be unreachable,
 * since its own pages are at `/<slug>/…`.
 */
const reserved: ReadonlySet<string> = new Set([
  '2fa',
  '404',
  'account',
  'admin',
  'api',
  'assets',
  'auth',
  'dashboard',
  'ext',
  'extensions',
  'forgot-password',
  'healthz',
  'help',
  'login',
  'marketplace',
  'mcp',
  'media',
  'new',
  'oauth',
  'preview',
  'preview-frame',
  'projects',
  'readyz',
  'signup',
  'team',
  'v3',
  'verify-email',
  'workspace',
  'workspaces',
])

export const isReservedSlug = (slug: string): boolean => reserved.has(slug)

/** The last segment of the URL of the page that adds an object type, so no type may have this slug. */
export const NEW = 'new'
