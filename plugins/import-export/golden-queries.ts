import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['import:write']) }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'import con', expect: 'import-export.open', facts },
  { query: 'import csv', expect: 'import-export.open', facts },
]
