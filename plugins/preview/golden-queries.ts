import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const bucket = { 'route.bucketSlug': 'blog', can: new Set(['bucket:read', 'bucket:settings']) }
const open = { ...bucket, 'route.id': 'editor.object', 'editor.isEditing': true }
const visible = { ...open, 'preview.isShown': true, 'preview.hasPage': true }
const connected = { ...visible, 'preview.isConnected': true }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'add preview site', expect: 'preview.add-site', facts: bucket },
  { query: 'change preview site', expect: 'preview.change-site', facts: bucket },
  { query: 'remove preview site', expect: 'preview.remove-site', facts: bucket },
  { query: 'preview sites', expect: 'preview.open-sites-settings', facts: bucket },
  { query: 'live preview', expect: 'preview.toggle', facts: open },
  { query: 'show preview', expect: 'preview.toggle', facts: open },
  { query: 'preview window', expect: 'preview.open-window', facts: visible },
  { query: 'reload preview', expect: 'preview.reload', facts: visible },
  { query: 'preview on a phone', expect: 'preview.set-device', facts: visible },
  { query: 'zoom to fit', expect: 'preview.toggle-zoom', facts: visible },
  { query: 'dark preview', expect: 'preview.set-colors', facts: visible },
  { query: 'another preview site', expect: 'preview.choose-site', facts: visible },
  { query: 'copy preview address', expect: 'preview.copy-address', facts: visible },
  { query: 'click to edit', expect: 'preview.show-labels', facts: connected },
  { query: 'next editable', expect: 'preview.next', facts: connected },
  { query: 'previous editable', expect: 'preview.previous', facts: connected },
  {
    query: 'back to the object of the page',
    expect: 'preview.go-back',
    facts: { ...connected, 'preview.isRelated': true },
  },
]
