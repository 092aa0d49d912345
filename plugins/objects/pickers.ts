import type { AskPicker } from '@typecase/plugin-sdk/ask'

export const askType: AskPicker = {
  kind: 'picker',
  title: 'Object type',
  placeholder: 'Which object type?',
  search: async (query, context) => (await import('./picker-rows.ts')).typeRows(query, context),
}

export const askColumns: AskPicker = {
  kind: 'picker',
  title: 'Columns',
  placeholder: 'Which fields?',
  isMany: true,
  search: async (query, context) => (await import('./picker-rows.ts')).columnRows(query, context),
}

export const askSort: AskPicker = {
  kind: 'picker',
  title: 'Sort by',
  placeholder: 'Which field?',
  search: async (query, context) => (await import('./picker-rows.ts')).sortRows(query, context),
}
