import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

/** For the user's own account only. */
export const toggleAutosave = defineCommand({
  id: 'editor.toggle-autosave',
  formerIds: ['objects.toggle-autosave'],
  title: 'Turn autosave on or off for me',
  aliases: ['Autosave'],
  keywords: ['automatic', 'save', 'drafts', 'setting'],
  group: 'Object',
  icon: 'save',
  effect: 'write',
  when: has('editor.isEditing'),
  load: async () => (await import('./autosave-runs.ts')).toggleAutosave,
})

export const bucketAutosaveArgs = () => type({ bucket: 'string', autosaves_drafts: 'boolean' })

export const setBucketAutosave = defineCommand({
  id: 'editor.set-bucket-autosave',
  title: 'Set autosave for this bucket…',
  aliases: ['Autosave for everyone', 'Set autosave of this bucket'],
  keywords: ['automatic', 'save', 'drafts', 'bucket setting'],
  group: 'Object',
  icon: 'save',
  effect: 'write',
  when: and(has('route.bucketSlug'), can('bucket:settings')),
  args: bucketAutosaveArgs,
  defaults: (facts) => ({ bucket: facts['route.bucketSlug'] }),
  ask: {
    autosaves_drafts: {
      kind: 'boolean',
      title: 'Drafts',
      yes: 'Save when the author pauses',
      no: 'Save only on request',
    },
  },
  load: async () => (await import('./autosave-runs.ts')).setBucketAutosave,
})

export const autosaveCommands: readonly AnyCommand[] = [toggleAutosave, setBucketAutosave]
