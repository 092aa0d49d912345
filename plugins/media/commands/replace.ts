import { defineCommand } from '@typecase/plugin-sdk/command'
import { replaceAsks, replaceOptions } from '@typecase/content/replace-options'
import { scope } from '@typecase/plugin-sdk/scope'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

const fields = ['alt_text', 'title'] as const

export const replaceArgs = () =>
  type({
    /** Default: all media of the bucket. */
    'scope?': scope(),
    find: '0 < string <= 1000',
    replace: 'string <= 10000',
    /** Default: alt texts. */
    'fields?': type.enumerated(...fields).array(),
    'options?': type.enumerated(...replaceOptions).array(),
    /** Fields that the user excluded in the review. */
    'except_fields?': type.enumerated(...fields).array(),
    /** Matches that the user excluded in the review. */
    'exclude?': 'string[]',
  })

export const replace = defineCommand({
  id: 'media.replace',
  title: 'Find and replace in alt texts…',
  aliases: ['Replace alt text', 'Search and replace in alt texts'],
  keywords: ['images', 'media', 'files', 'pictures', 'title', 'description', 'substitute'],
  icon: 'image',
  when: and(has('route.bucketSlug'), can('media:write')),
  why: (facts) => (facts['route.bucketSlug'] === undefined ? 'Open a bucket first.' : undefined),
  effect: 'write',
  isAlwaysPlanned: true,
  args: replaceArgs,
  ask: {
    find: replaceAsks.find,
    replace: replaceAsks.replace,
    fields: {
      kind: 'choice',
      title: 'Texts',
      placeholder: 'Which texts?',
      skip: 'Alt texts only',
      isMany: true,
      isAlwaysAsked: true,
      choices: [
        { value: 'alt_text', label: 'Alt text', help: 'what an image shows' },
        { value: 'title', label: 'Title' },
      ],
    },
    options: replaceAsks.options,
  },
  call: async () => (await import('../calls.ts')).replace,
  load: async () => (await import('./replace-runs.ts')).replace,
})
