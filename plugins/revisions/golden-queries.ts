import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  'route.id': 'editor.object',
  'route.objectID': 'a',
  can: new Set(['objects:write']),
}
const settings = { 'route.bucketSlug': 'archive', can: new Set(['bucket:settings']) }
const comparing = {
  ...facts,
  'route.id': 'revisions.compare',
  'revisions.left': 'r',
  'revisions.field': 'title',
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'show revisions', expect: 'revisions.show', facts },
  { query: 'revision history', expect: 'revisions.show', facts },
  { query: 'compare with', expect: 'revisions.compare-with', facts },
  { query: 'restore revision', expect: 'revisions.restore', facts },
  { query: 'restore previous', expect: 'revisions.restore-previous', facts },
  { query: 'name this revision', expect: 'revisions.name', facts },
  { query: 'who wrote', expect: 'revisions.show-authors', facts },
  { query: 'blame', expect: 'revisions.show-authors', facts },
  { query: 'restore this revision', expect: 'revisions.restore-shown', facts: comparing },
  { query: 'restore this field', expect: 'revisions.restore-field', facts: comparing },
  { query: 'compare inline', expect: 'revisions.toggle-view', facts: comparing },
  { query: 'thin revisions', expect: 'revisions.thin-after', facts: settings },
  { query: 'revisions settings', expect: 'revisions.open-revisions-settings', facts: settings },
  { query: 'keep every revision', expect: 'revisions.thin-after', facts: settings },
  { query: 'swap sides', expect: 'revisions.swap', facts: comparing },
]
