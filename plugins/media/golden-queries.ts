import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['objects:write', 'media:write']) }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'find and replace in alt', expect: 'media.replace', facts },
  { query: 'replace alt text', expect: 'media.replace', facts },
  { query: 'alt text', expect: 'media.replace', facts },
  { query: 'find in images', expect: 'media.replace', facts },
  { query: 'replace in media', expect: 'media.replace', facts },
]
