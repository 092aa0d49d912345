import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

import { editorGoldenQueries } from './editor/golden-queries.ts'

const here = {
  'route.bucketSlug': 'archive',
  'route.id': 'objects.list',
  can: new Set(['bucket:read', 'objects:write', 'objects:publish', 'objects:delete']),
}
const list = {
  ...here,
  'view.query': { type: 'artworks' },
  'view.total': 1284,
  'objects.type': 'artworks',
  'objects.isArranged': true,
  'objects.rowCount': 10,
  'objects.row': '0123456789abcdef01234567',
}
const selected = {
  ...list,
  'selection.kind': 'object',
  'selection.ids': ['0123456789abcdef01234567'],
  'selection.count': 1,
}

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'go to objects', expect: 'objects.nav.go', facts: { 'route.bucketSlug': 'archive' } },
  { query: 'new object', expect: 'objects.new', facts: here },
  { query: 'create object', expect: 'objects.new', facts: here },
  { query: 'edit', expect: 'objects.edit', facts: list },
  { query: 'pub', expect: 'objects.publish', facts: selected },
  { query: 'publish all locales', expect: 'objects.publish-all-locales', facts: selected },
  { query: 'unpub', expect: 'objects.unpublish', facts: selected },
  { query: 'unpublish all', expect: 'objects.unpublish-all-locales', facts: selected },
  { query: 'delete', expect: 'objects.delete', facts: selected },
  { query: 'move to trash', expect: 'objects.delete', facts: selected },
  { query: 'dupl', expect: 'objects.duplicate', facts: selected },
  { query: 'find and replace', expect: 'objects.replace', facts: here },
  { query: 'replace', expect: 'objects.replace', facts: selected },
  { query: 'search and repl', expect: 'objects.replace', facts: list },
  { query: 'substitute', expect: 'objects.replace', facts: list },
  { query: 'set field', expect: 'objects.set-field', facts: selected },
  { query: 'bulk edit', expect: 'objects.set-field', facts: selected },
  { query: 'move to locale', expect: 'objects.move-to-locale', facts: selected },
  { query: 'add to relation', expect: 'objects.add-to-relation', facts: selected },
  { query: 'remove from rel', expect: 'objects.remove-from-relation', facts: selected },
  { query: 'used by', expect: 'objects.show-uses', facts: selected },
  { query: 'what uses', expect: 'objects.show-uses', facts: selected },
  { query: 'references', expect: 'objects.show-uses', facts: list },
  { query: 'schedule publ', expect: 'objects.schedule-publish', facts: selected },
  { query: 'schedule unpubl', expect: 'objects.schedule-unpublish', facts: selected },
  { query: 'clear sched', expect: 'objects.clear-schedule', facts: selected },
  { query: 'copy ids', expect: 'objects.copy-ids', facts: selected },
  { query: 'select all', expect: 'objects.select-all', facts: list },
  { query: 'select all matching', expect: 'objects.select-all-matching', facts: list },
  { query: 'invert', expect: 'objects.invert-selection', facts: list },
  { query: 'clear sel', expect: 'objects.clear-selection', facts: selected },
  { query: 'columns', expect: 'objects.set-columns', facts: list },
  { query: 'sort', expect: 'objects.sort-by', facts: list },
  { query: 'filter objects', expect: 'objects.filter', facts: list },
  { query: 'filter by status', expect: 'objects.filter-by-status', facts: list },
  { query: 'clear filter', expect: 'objects.clear-filter', facts: list },
  { query: 'rows per page', expect: 'objects.set-page-size', facts: list },
  { query: 'next page', expect: 'objects.next-page', facts: list },
  { query: 'previous page', expect: 'objects.previous-page', facts: list },
  { query: 'move object up', expect: 'objects.move-up', facts: list },
  { query: 'move object down', expect: 'objects.move-down', facts: list },
  ...editorGoldenQueries,
]
