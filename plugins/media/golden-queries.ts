import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = {
  'route.bucketSlug': 'archive',
  can: new Set(['objects:write', 'media:write', 'media:delete']),
}

const onPage = { ...facts, 'route.id': 'media.list', 'media.row': '0'.repeat(24) }
const selected = { ...onPage, 'selection.kind': 'media', 'selection.count': 3 }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'find and replace in alt', expect: 'media.replace', facts },
  { query: 'replace alt text', expect: 'media.replace', facts },
  { query: 'alt text', expect: 'media.replace', facts },
  { query: 'find in images', expect: 'media.replace', facts },
  { query: 'replace in media', expect: 'media.replace', facts },
  { query: 'upload', expect: 'media.upload', facts },
  { query: 'pictures', expect: 'media.nav.go', facts },
  { query: 'photos', expect: 'media.nav.go', facts },
  { query: 'upload files', expect: 'media.upload', facts },
  { query: 'upload images', expect: 'media.upload', facts },
  { query: 'add media', expect: 'media.upload', facts },
  { query: 'retry uploads', expect: 'media.retry-uploads', facts: { 'media.failedUploads': 2 } },
  { query: 'search media', expect: 'media.search', facts: onPage },
  { query: 'add filter', expect: 'media.add-filter', facts: onPage },
  { query: 'media as list', expect: 'media.toggle-view', facts: onPage },
  { query: 'full size', expect: 'media.show-large', facts: onPage },
  { query: 'lightbox', expect: 'media.show-large', facts: onPage },
  { query: 'copy url', expect: 'media.copy-url', facts: onPage },
  { query: 'download', expect: 'media.download', facts: onPage },
  { query: 'download image', expect: 'media.download', facts: onPage },
  { query: 'focal point', expect: 'media.set-focal-point', facts: onPage },
  { query: 'replace file', expect: 'media.replace-file', facts: onPage },
  { query: 'replace image', expect: 'media.replace-file', facts: onPage },
  { query: 'restore former file', expect: 'media.restore-version', facts: onPage },
  { query: 'former image', expect: 'media.restore-version', facts: onPage },
  { query: 'select all media', expect: 'media.select-all', facts: onPage },
  { query: 'clear selection of media', expect: 'media.clear-selection', facts: selected },
  { query: 'delete media', expect: 'media.delete', facts: selected },
  { query: 'delete images', expect: 'media.delete', facts: selected },
  { query: 'move media', expect: 'media.move', facts: selected },
  { query: 'set alt text', expect: 'media.set-alt-text', facts: selected },
  { query: 'set title of media', expect: 'media.set-title', facts: selected },
  { query: 'rename media', expect: 'media.set-title', facts: selected },
  { query: 'set metadata of media', expect: 'media.set-metadata', facts: selected },
  { query: 'credit of pictures', expect: 'media.set-metadata', facts: selected },
  { query: 'write alt text with ai', expect: 'media.write-alt-text', facts: selected },
  { query: 'generate alt text', expect: 'media.write-alt-text', facts: selected },
  { query: 'new media folder', expect: 'media.new-folder', facts },
  { query: 'rename media folder', expect: 'media.rename-folder', facts },
  { query: 'move media folder', expect: 'media.move-folder', facts },
  { query: 'delete media folder', expect: 'media.delete-folder', facts },
]
