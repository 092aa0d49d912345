import type { AskPicker } from '@typecase/plugin-sdk/ask'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'

import '../facts.ts'

export const group = 'Extensions'
export const inBucket = has('route.bucketSlug')

/** For commands that change what is installed in the bucket. */
export const changing = {
  when: and(inBucket, can('bucket:settings')),
  why: ({ can: may, 'bucket.role': role }: FactValues) =>
    may && !may.has('bucket:settings')
      ? `Your role (${role ?? 'none'}) may not change extensions.`
      : undefined,
}

const rows = () => import('./picker-rows.ts')

/** The extension on screen, or the row that has the focus. */
export const currentExtension = (facts: FactValues) => ({
  extension_id: facts['extensions.extension'],
})

const askExtension = (search: AskPicker['search']): AskPicker => ({
  kind: 'picker',
  title: 'Extension',
  placeholder: 'Which extension?',
  search,
})

export const askInstalled = askExtension(async (query, context) =>
  (await rows()).installedRows(query, context),
)
export const askEnabled = askExtension(async (query, context) =>
  (await rows()).installedRows(query, context, ({ is_enabled }) => is_enabled),
)
export const askDisabled = askExtension(async (query, context) =>
  (await rows()).installedRows(query, context, ({ is_enabled }) => !is_enabled),
)
export const askOutdated = askExtension(async (query, context) =>
  (await rows()).installedRows(query, context, ({ newer }) => newer !== null),
)
export const askWithPage = askExtension(async (query, context) =>
  (await rows()).installedRows(
    query,
    context,
    ({ is_enabled, manifest }) => is_enabled && manifest.page !== undefined,
  ),
)
export const askOffered = askExtension(async (query, context) =>
  (await rows()).offeredRows(query, context),
)
export const askPublished = askExtension(async (query, context) =>
  (await rows()).publishedRows(query, context),
)

export const askBucket: AskPicker = {
  kind: 'picker',
  title: 'Bucket',
  placeholder: 'In which bucket?',
  search: async (query, context) => (await rows()).bucketRows(query, context),
}

export const askWorkspace: AskPicker = {
  kind: 'picker',
  title: 'Workspace',
  placeholder: 'For which workspace?',
  search: async (query, context) => (await rows()).workspaceRows(query, context),
}
