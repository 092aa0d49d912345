import type { AskPicker, AskScope } from '@typecase/plugin-sdk/ask'
import type { BulkCallModule } from '@typecase/content/bulk-plan'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { allSelected, type Scope, scope } from '@typecase/plugin-sdk/scope'
import { and, can, has, or, selection } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

const calls = () => import('../calls.ts')

/** Returns the selection on the media page, or else the focused file. */
export function mediaScope(facts: FactValues): Scope | undefined {
  if (facts['selection.kind'] === 'media')
    return allSelected(facts) ?? { kind: 'ids', ids: facts['selection.ids'] ?? [] }
  const row = facts['media.row']
  return row === undefined ? undefined : { kind: 'current', ids: [row] }
}

/** Builds the parts of a command that consists of nothing but its bulk call. */
const byCall = <Args extends { readonly scope: Scope }>(
  call: () => Promise<BulkCallModule<Args>>,
) => ({
  call,
  load: async () => {
    const [{ bulkModule }, module] = await Promise.all([
      import('@typecase/content/bulk-module'),
      call(),
    ])
    return bulkModule(module)
  },
})

const when = and(has('route.bucketSlug'), can('media:write'))
const subject = { scope: or(selection('media'), has('media.row')) }
const why = (facts: FactValues): string | undefined => {
  if (facts['route.bucketSlug'] === undefined) return 'Open a bucket first.'
  const isAbout = facts['selection.kind'] === 'media' || facts['media.row'] !== undefined
  return isAbout ? undefined : 'Open the media of a bucket, and select some, first.'
}
const defaults = (facts: FactValues) => ({ scope: mediaScope(facts) })
const askScope: AskScope = { kind: 'scope', title: 'Media' }

export const scopeArgs = () => type({ scope: scope() })

export const deleteMedia = defineCommand({
  id: 'media.delete',
  title: 'Delete media',
  aliases: ['Delete files', 'Delete images'],
  keywords: ['remove', 'trash', 'pictures'],
  icon: 'trash-2',
  order: 60,
  when: and(when, can('media:delete')),
  subject,
  why,
  effect: 'destructive',
  args: scopeArgs,
  defaults,
  ask: { scope: askScope },
  ...byCall(async () => (await calls()).deletion),
})

export const folderArgs = () => type({ scope: scope(), folder: 'string' })

export const askFolder: AskPicker = {
  kind: 'picker',
  title: 'Folder',
  placeholder: 'Which folder?',
  search: async (query, context) => (await import('./folder-rows.ts')).folderRows(query, context),
}

export const moveMedia = defineCommand({
  id: 'media.move',
  title: 'Move media to folder…',
  aliases: ['Move files', 'Put into folder'],
  keywords: ['organise', 'sort', 'pictures', 'images'],
  icon: 'folder',
  order: 30,
  when,
  subject,
  why,
  effect: 'write',
  args: folderArgs,
  defaults,
  ask: { scope: askScope, folder: askFolder },
  ...byCall(async () => (await calls()).intoFolder),
})

export const altTextArgs = () => type({ scope: scope(), alt_text: 'string <= 5000' })

export const setAltText = defineCommand({
  id: 'media.set-alt-text',
  title: 'Set alt text of media…',
  aliases: ['Describe images'],
  keywords: ['description', 'accessibility', 'pictures', 'caption'],
  icon: 'pencil',
  order: 40,
  when,
  subject,
  why,
  effect: 'write',
  args: altTextArgs,
  defaults,
  ask: {
    scope: askScope,
    alt_text: {
      kind: 'text',
      title: 'Alt text',
      placeholder: 'What the images show',
      empty: 'No alt text',
    },
  },
  ...byCall(async () => (await calls()).altText),
})

export const titleArgs = () => type({ scope: scope(), title: 'string <= 1000' })

export const setTitle = defineCommand({
  id: 'media.set-title',
  title: 'Set title of media…',
  aliases: ['Name files alike', 'Rename media'],
  keywords: ['caption', 'pictures', 'images', 'photos'],
  icon: 'pencil',
  order: 41,
  when,
  subject,
  why,
  effect: 'write',
  args: titleArgs,
  defaults,
  ask: {
    scope: askScope,
    title: { kind: 'text', title: 'Title', placeholder: 'Their title', empty: 'No title' },
  },
  ...byCall(async () => (await calls()).title),
})

export const metadataArgs = () =>
  type({ scope: scope(), key: '1 <= string <= 100', value: 'string <= 5000' })

export const setMetadata = defineCommand({
  id: 'media.set-metadata',
  title: 'Set metadata of media…',
  aliases: ['Add metadata to files'],
  keywords: ['credit', 'licence', 'copyright', 'photographer', 'pictures', 'images'],
  icon: 'braces',
  order: 43,
  when,
  subject,
  why,
  effect: 'write',
  args: metadataArgs,
  defaults,
  ask: {
    scope: askScope,
    key: { kind: 'text', title: 'Key', placeholder: 'Which key, such as credit?' },
    value: { kind: 'text', title: 'Value', placeholder: 'Its value', empty: 'Remove the key' },
  },
  ...byCall(async () => (await calls()).metadata),
})

export const writeAltText = defineCommand({
  id: 'media.write-alt-text',
  title: 'Write alt text of media with AI',
  aliases: ['Generate alt text', 'Describe images with AI'],
  keywords: ['description', 'accessibility', 'pictures', 'caption', 'artificial intelligence'],
  icon: 'sparkles',
  order: 42,
  when,
  subject,
  why,
  effect: 'write',
  args: scopeArgs,
  defaults,
  ask: { scope: askScope },
  ...byCall(async () => (await calls()).writtenAltText),
})

export const bulkCommands: readonly AnyCommand[] = [
  deleteMedia,
  moveMedia,
  setAltText,
  setTitle,
  setMetadata,
  writeAltText,
]
