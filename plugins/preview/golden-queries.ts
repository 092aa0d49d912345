import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const bucket = { 'route.bucketSlug': 'blog', can: new Set(['bucket:read', 'bucket:settings']) }
const sharing = { ...bucket, can: new Set(['bucket:read', 'objects:publish']) }
const open = { ...bucket, 'route.id': 'editor.object', 'editor.isEditing': true }
const visible = { ...open, 'preview.isShown': true, 'preview.hasPage': true }
const connected = { ...visible, 'preview.isConnected': true }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'add preview site', expect: 'preview.add-site', facts: bucket },
  { query: 'change preview site', expect: 'preview.change-site', facts: bucket },
  { query: 'remove preview site', expect: 'preview.remove-site', facts: bucket },
  { query: 'preview sites', expect: 'preview.open-sites-settings', facts: bucket },
  { query: 'share preview link', expect: 'preview.share', facts: sharing },
  { query: 'share draft', expect: 'preview.share', facts: sharing },
  { query: 'share release', expect: 'preview.share-release', facts: sharing },
  { query: 'shared links', expect: 'preview.open-shared-links-settings', facts: sharing },
  { query: 'copy shared link', expect: 'preview.copy-link', facts: sharing },
  { query: 'renew shared link', expect: 'preview.renew-link', facts: sharing },
  { query: 'revoke shared link', expect: 'preview.revoke-link', facts: sharing },
  { query: 'allow comments by shared link', expect: 'preview.allow-comments', facts: sharing },
  { query: 'password of shared link', expect: 'preview.set-link-password', facts: sharing },
  { query: 'live preview', expect: 'preview.toggle', facts: open },
  { query: 'show preview', expect: 'preview.toggle', facts: open },
  { query: 'preview window', expect: 'preview.open-window', facts: visible },
  { query: 'reload preview', expect: 'preview.reload', facts: visible },
  { query: 'preview on a phone', expect: 'preview.set-device', facts: visible },
  { query: 'zoom to fit', expect: 'preview.toggle-zoom', facts: visible },
  { query: 'dark preview', expect: 'preview.set-colors', facts: visible },
  { query: 'another preview site', expect: 'preview.choose-site', facts: visible },
  { query: 'revision as a page', expect: 'preview.show-revision', facts: visible },
  {
    query: 'leave the revision',
    expect: 'preview.leave-revision',
    facts: { ...visible, 'preview.isRevision': true },
  },
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
