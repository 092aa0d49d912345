import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['import:write']) }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'import con', expect: 'import-export.open', facts },
  { query: 'import csv', expect: 'import-export.open', facts },
  { query: 'import zip', expect: 'import-export.open', facts },
  { query: 'export bucket', expect: 'import-export.export', facts },
  { query: 'export markdown', expect: 'import-export.export-markdown', facts },
  { query: 'front matter', expect: 'import-export.export-markdown', facts },
  { query: 'export redirects', expect: 'import-export.export-redirects', facts },
  { query: 'old addresses', expect: 'import-export.export-redirects', facts },
  { query: 'nginx', expect: 'import-export.export-redirects', facts },
  { query: 'download export', expect: 'import-export.download', facts },
  { query: 'duplicate bucket', expect: 'import-export.duplicate', facts },
  { query: 'fetch missing media', expect: 'import-export.fetch-media', facts },
  { query: 'files on other servers', expect: 'import-export.fetch-media', facts },
  { query: 'clone bucket', expect: 'import-export.duplicate', facts },
]
