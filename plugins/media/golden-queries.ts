import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['objects:write', 'media:write']) }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'find and replace in alt', expect: 'media.replace', facts },
  { query: 'replace alt text', expect: 'media.replace', facts },
  { query: 'alt text', expect: 'media.replace', facts },
  { query: 'find in images', expect: 'media.replace', facts },
  { query: 'replace in media', expect: 'media.replace', facts },
  { query: 'upload', expect: 'media.upload', facts },
  { query: 'upload files', expect: 'media.upload', facts },
  { query: 'upload images', expect: 'media.upload', facts },
  { query: 'add media', expect: 'media.upload', facts },
  { query: 'retry uploads', expect: 'media.retry-uploads', facts: { 'media.failedUploads': 2 } },
]
