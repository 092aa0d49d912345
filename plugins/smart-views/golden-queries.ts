import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  can: new Set(['bucket:read', 'objects:write', 'objects:publish', 'objects:delete']),
}
const listed = { ...facts, 'route.id': 'objects.list', 'view.query': {}, 'view.total': 12 }
const changed = {
  ...listed,
  'list.smartViewID': '0123456789abcdef01234567',
  'smart-views.view': '0123456789abcdef01234567',
  'smart-views.isChanged': true,
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'smart views', expect: 'smart-views.nav.go', facts },
  { query: 'open smart view', expect: 'smart-views.open', facts },
  { query: 'save as', expect: 'smart-views.save-as', facts: listed },
  { query: 'new smart view', expect: 'smart-views.save-as', facts: listed },
  { query: 'save view', expect: 'smart-views.save', facts: changed },
  { query: 'reset view', expect: 'smart-views.reset', facts: changed },
  { query: 'rename smart', expect: 'smart-views.rename', facts },
  { query: 'change icon', expect: 'smart-views.change-icon', facts },
  { query: 'duplicate smart', expect: 'smart-views.duplicate', facts },
  { query: 'delete smart', expect: 'smart-views.delete', facts },
  { query: 'share smart', expect: 'smart-views.share', facts },
  { query: 'unshare smart', expect: 'smart-views.unshare', facts },
  { query: 'move smart view up', expect: 'smart-views.move-up', facts },
  { query: 'move smart view down', expect: 'smart-views.move-down', facts },
]
