import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

export const uploadArgs = () =>
  type({
    files: type({ fileId: 'string', name: 'string', size: 'number', type: 'string' })
      .array()
      .atLeastLength(1),
    /** Slug of a media folder. */
    'folder?': 'string',
  })

export const uploadFiles = defineCommand({
  id: 'media.upload',
  title: 'Upload files…',
  aliases: ['Add images', 'Add files', 'Add photos', 'Add media', 'Upload images', 'Upload media'],
  keywords: ['pictures', 'photos', 'videos', 'documents', 'new', 'import', 'send', 'file'],
  icon: 'upload',
  when: and(has('route.bucketSlug'), can('media:write')),
  why: (facts) => (facts['route.bucketSlug'] === undefined ? 'Open a bucket first.' : undefined),
  effect: 'write',
  args: uploadArgs,
  ask: { files: { kind: 'file', title: 'Files', placeholder: 'Which files?', isMany: true } },
  load: async () => (await import('./upload-runs.ts')).uploadFiles,
})

export const retryUploads = defineCommand({
  id: 'media.retry-uploads',
  title: 'Retry failed uploads',
  keywords: ['again', 'files', 'resume', 'continue'],
  icon: 'refresh-cw',
  when: has('media.failedUploads'),
  effect: 'write',
  load: async () => (await import('./upload-runs.ts')).retryUploads,
})

/** Continues uploads that a reload interrupted. */
export const resumeUploads = defineCommand({
  id: 'media.resume-uploads',
  title: 'Resume uploads',
  icon: 'upload',
  effect: 'write',
  isInternal: true,
  load: async () => (await import('./upload-runs.ts')).resumeUploads,
})

export const uploadCommands: readonly AnyCommand[] = [uploadFiles, retryUploads, resumeUploads]
