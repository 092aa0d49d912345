import { MAX_AI_PROMPT, template } from '@typecase/contract/projects'
import { bucketSlug } from '@typecase/contract/slugs'
import { mayInProject } from '@typecase/content/workspace'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askBucket, askProject } from '../pickers.ts'

const isLoggedIn = has('session.isLoggedIn')
const isInBucket = and(has('route.bucketSlug'), can('bucket:settings'))
const group = 'Buckets'

export const bucketArgs = () => type({ bucket: 'string' })

const ofRoute = (facts: FactValues) => {
  const bucket = facts['route.bucketSlug']
  return bucket === undefined ? {} : { bucket }
}

export const switchBucket = defineCommand({
  id: 'projects.switch-bucket',
  title: 'Switch bucket…',
  keywords: ['go to', 'open', 'change'],
  group,
  icon: 'database',
  when: isLoggedIn,
  effect: 'nav',
  args: bucketArgs,
  ask: { bucket: askBucket },
  load: async () => (await import('./buckets-runs.ts')).switchBucket,
})

const ofProject = (facts: FactValues) => {
  const project_id = facts['route.projectID']
  return project_id === undefined ? {} : { project_id }
}

export const DESCRIPTION_HELP =
  'AI designs the object types: say which pages the site has, and what each of them shows.'

/** The templates for a new bucket. */
export const templates = [
  { value: 'empty', label: 'Empty', help: 'No object types' },
  { value: 'blog', label: 'Blog', help: 'Posts, authors, categories' },
  { value: 'shop', label: 'Shop', help: 'Products, categories' },
  { value: 'docs', label: 'Docs', help: 'Pages, sections' },
] as const

export const addBucketArgs = () =>
  type({ project_id: 'string', title: '0 < string <= 200', template: template() })

export const addBucket = defineCommand({
  id: 'projects.add-bucket',
  title: 'New bucket…',
  keywords: ['create', 'add'],
  group,
  icon: 'database',
  when: and(isLoggedIn, mayInProject('contents:add')),
  effect: 'write',
  args: addBucketArgs,
  defaults: ofProject,
  ask: {
    project_id: askProject('contents:add'),
    title: { kind: 'text', title: 'Bucket title' },
    template: {
      kind: 'choice',
      title: 'Template',
      choices: templates,
    },
  },
  load: async () => (await import('./buckets-runs.ts')).addBucket,
})

export const designBucketArgs = () =>
  type({
    project_id: 'string',
    title: '0 < string <= 200',
    ai_prompt: `0 < string <= ${MAX_AI_PROMPT}`,
  })

export const designBucket = defineCommand({
  id: 'projects.design-bucket',
  title: 'New bucket from a description…',
  aliases: ['Generate object types'],
  keywords: ['create', 'ai', 'model', 'prompt', 'types', 'schema'],
  group,
  icon: 'sparkles',
  when: and(isLoggedIn, mayInProject('contents:add')),
  effect: 'write',
  args: designBucketArgs,
  defaults: ofProject,
  ask: {
    project_id: askProject('contents:add'),
    title: { kind: 'text', title: 'Bucket title' },
    ai_prompt: { kind: 'multiline', title: 'What is the content for?', help: DESCRIPTION_HELP },
  },
  load: async () => (await import('./buckets-runs.ts')).addBucket,
})

/** `replaces` is set when a rename is undone: the title that the bucket must still have. */
export const renameBucketArgs = () =>
  type({ bucket: 'string', title: '0 < string <= 200', 'replaces?': 'string' })

export const renameBucket = defineCommand({
  id: 'projects.rename-bucket',
  title: 'Rename bucket…',
  keywords: ['title', 'name'],
  group,
  icon: 'pencil',
  when: isInBucket,
  effect: 'write',
  args: renameBucketArgs,
  defaults: ofRoute,
  ask: {
    title: {
      kind: 'text',
      title: 'New title',
      initial: async (context) => (await import('./buckets-runs.ts')).bucketTitle(context),
    },
  },
  load: async () => (await import('./buckets-runs.ts')).renameBucket,
})

export const changeSlugArgs = () => type({ bucket: 'string', slug: bucketSlug() })

export const changeSlug = defineCommand({
  id: 'projects.change-bucket-slug',
  title: 'Change bucket slug…',
  keywords: ['address', 'url', 'rename'],
  group,
  icon: 'pencil',
  when: isInBucket,
  effect: 'write',
  args: changeSlugArgs,
  defaults: ofRoute,
  ask: {
    slug: {
      kind: 'text',
      title: 'New slug',
      help: 'Part of every address of this bucket: sites and links with the old one stop working at once.',
      initial: async ({ args }) =>
        typeof args['bucket'] === 'string' ? args['bucket'] : undefined,
    },
  },
  load: async () => (await import('./buckets-runs.ts')).changeSlug,
})

export const uploadThumbnailArgs = () =>
  type({
    bucket: 'string',
    file: { fileId: 'string', name: 'string', size: 'number', type: 'string' },
  })

export const uploadThumbnail = defineCommand({
  id: 'projects.upload-thumbnail',
  title: 'Upload bucket thumbnail…',
  keywords: ['picture', 'image', 'logo', 'icon'],
  group,
  icon: 'upload',
  when: isInBucket,
  effect: 'write',
  args: uploadThumbnailArgs,
  defaults: ofRoute,
  ask: { file: { kind: 'file', title: 'Image', accept: 'image/*' } },
  load: async () => (await import('./buckets-runs.ts')).uploadThumbnail,
})

/** An empty address removes the image. */
export const changeThumbnailArgs = () => type({ bucket: 'string', thumbnail: 'string <= 500' })

export const changeThumbnail = defineCommand({
  id: 'projects.change-thumbnail',
  title: 'Change bucket thumbnail…',
  keywords: ['picture', 'image', 'logo', 'remove', 'address'],
  group,
  icon: 'image',
  when: isInBucket,
  effect: 'write',
  args: changeThumbnailArgs,
  defaults: ofRoute,
  ask: {
    thumbnail: {
      kind: 'text',
      title: 'Image address',
      placeholder: 'https://',
      empty: 'No image',
    },
  },
  load: async () => (await import('./buckets-runs.ts')).changeThumbnail,
})

export const makeDefaultBucket = defineCommand({
  id: 'projects.make-default-bucket',
  title: 'Make this the default bucket',
  keywords: ['main', 'first'],
  group,
  icon: 'star',
  when: isInBucket,
  effect: 'write',
  args: bucketArgs,
  defaults: ofRoute,
  load: async () => (await import('./buckets-runs.ts')).makeDefaultBucket,
})

export const deleteBucket = defineCommand({
  id: 'projects.delete-bucket',
  title: 'Delete bucket…',
  keywords: ['remove', 'destroy'],
  group,
  icon: 'trash-2',
  when: isInBucket,
  effect: 'destructive',
  args: bucketArgs,
  defaults: ofRoute,
  load: async () => (await import('./buckets-runs.ts')).deleteBucket,
})

export const bucketCommands: readonly AnyCommand[] = [
  switchBucket,
  addBucket,
  designBucket,
  renameBucket,
  changeSlug,
  uploadThumbnail,
  changeThumbnail,
  makeDefaultBucket,
  deleteBucket,
]
