import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'session.isLoggedIn': true,
  'route.bucketSlug': 'archive',
  'bucket.role': 'admin',
  can: new Set(['bucket:read', 'bucket:settings', 'objects:write']),
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'marketplace', expect: 'extensions.browse', facts },
  {
    query: 'marketplace',
    expect: 'extensions.marketplace-nav.go',
    facts: { 'session.isLoggedIn': true },
  },
  { query: 'extensions', expect: 'extensions.nav.go', facts },
  { query: 'install extension', expect: 'extensions.install', facts },
  { query: 'find extensions', expect: 'extensions.browse', facts },
  { query: 'update extension', expect: 'extensions.update', facts },
  { query: 'uninstall', expect: 'extensions.uninstall', facts },
  { query: 'remove extension', expect: 'extensions.uninstall', facts },
  { query: 'enable extension', expect: 'extensions.enable', facts },
  { query: 'switch extension off', expect: 'extensions.disable', facts },
  { query: 'page of extension', expect: 'extensions.open', facts },
  { query: 'publish an extension', expect: 'extensions.publish', facts },
  { query: 'withdraw extension', expect: 'extensions.withdraw', facts },
]
