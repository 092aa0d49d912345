/**
 * First parts of addresses that are pages of the dashboard or belong to the server: a bucket named so would hide
 * behind them, since its own pages are `/<slug>/…`.
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

/** The last part of the address where an object type is added; a type named so could not be opened. */
export const NEW = 'new'
