import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { EXPORT_JOB } from '@typecase/contract/import-export'
import { listJobs } from '@typecase/contract/jobs'
import type { Ask } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { Api } from '@typecase/plugin-sdk/services'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { formatCount } from '@typecase/ui/count'
import { formatDateTime } from '@typecase/ui/format'

import { importRoute } from './routes.ts'

const when = and(has('route.bucketSlug'), can('import:write'))
const runs = () => import('./runs.ts')

const openImport = defineCommand({
  id: 'import-export.open',
  title: 'Import content…',
  keywords: [
    'csv',
    'excel',
    'xlsx',
    'ndjson',
    'json',
    'zip',
    'upload',
    'bucket.json',
    'migrate',
    'restore',
  ],
  icon: 'upload',
  first: 3,
  when,
  effect: 'nav',
  load: async () => ({ run: (_args, { go }) => go(importRoute) }),
})

export const exportArgs = () => type({ 'types?': 'string[]', media: 'boolean' })

const exportAsk = {
  types: {
    kind: 'picker',
    title: 'Object types',
    isMany: true,
    isAlwaysAsked: true,
    skip: 'Everything',
    help: 'The media that their objects use are included.',
    async search(_query, { services, facts }) {
      const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
      return types.map(({ slug, title, total_objects: count }) => ({
        id: slug,
        value: slug,
        label: title,
        icon: 'layers',
        subtitle: formatCount(count, 'object'),
      }))
    },
  },
  media: {
    kind: 'boolean',
    title: 'Media',
    yes: 'With the files of media',
    no: 'Only the addresses of media',
  },
} satisfies Record<string, Ask>

const exportBucket = defineCommand({
  id: 'import-export.export',
  title: 'Export bucket…',
  keywords: ['download', 'backup', 'zip', 'bucket.json', 'save', 'archive', 'media'],
  icon: 'download',
  when,
  effect: 'none',
  args: exportArgs,
  ask: exportAsk,
  load: async () => (await runs()).exportBucketRun,
})

const exportMarkdown = defineCommand({
  id: 'import-export.export-markdown',
  title: 'Export as Markdown…',
  keywords: ['md', 'front matter', 'hugo', 'jekyll', 'astro', 'static site', 'files'],
  icon: 'download',
  when,
  effect: 'none',
  args: exportArgs,
  ask: exportAsk,
  load: async () => (await runs()).exportMarkdownRun,
})

export const redirectArgs = () =>
  type({
    format: "'redirects-csv' | 'redirects-json' | 'redirects-netlify' | 'redirects-nginx'",
    'path_template?': 'string <= 2000',
  })

const exportRedirects = defineCommand({
  id: 'import-export.export-redirects',
  title: 'Export redirects…',
  keywords: ['redirect map', 'old addresses', '301', '_redirects', 'netlify', 'nginx', 'urls'],
  icon: 'download',
  when,
  effect: 'none',
  args: redirectArgs,
  ask: {
    format: {
      kind: 'choice',
      title: 'Format',
      choices: [
        { value: 'redirects-csv', label: 'CSV' },
        { value: 'redirects-json', label: 'JSON' },
        { value: 'redirects-netlify', label: 'Netlify', help: '_redirects' },
        { value: 'redirects-nginx', label: 'nginx', help: 'map $uri' },
      ],
    },
    path_template: {
      kind: 'text',
      title: 'New address',
      isAlwaysAsked: true,
      placeholder: '/blog/{slug}',
      empty: 'Path of the preview link, or /{type}/{slug}',
      help: 'With {type}, {slug}, {id} and {locale}.',
    },
  },
  load: async () => (await runs()).exportRedirectsRun,
})

export const downloadArgs = () => type({ job_id: 'string' })

const downloadExport = defineCommand({
  id: 'import-export.download',
  title: 'Download export…',
  keywords: ['zip', 'file', 'save', 'again'],
  icon: 'download',
  when,
  effect: 'none',
  args: downloadArgs,
  ask: {
    job_id: {
      kind: 'picker',
      title: 'Export',
      help: 'Files are kept for a day.',
      async search(_query, { services, facts }) {
        const query = { slug: bucketSlugOf(facts), kind: EXPORT_JOB, status: 'done' }
        const { jobs } = await services.get(Api).call(listJobs, { query })
        return jobs.map(({ id, title, finished_at: at }) => ({
          id,
          value: id,
          label: title,
          subtitle: at === null ? '' : formatDateTime(at),
        }))
      },
    },
  },
  load: async () => (await runs()).downloadExportRun,
})

export const duplicateArgs = () => type({ title: '0 < string <= 200', media: 'boolean' })

const duplicateBucket = defineCommand({
  id: 'import-export.duplicate',
  title: 'Duplicate bucket…',
  keywords: ['copy', 'clone', 'new bucket', 'staging'],
  icon: 'copy',
  when,
  effect: 'write',
  args: duplicateArgs,
  ask: {
    title: {
      kind: 'text',
      title: 'Name of the copy',
      initial: async ({ services, facts }) =>
        `${(await readBucket(services, bucketSlugOf(facts))).title} (copy)`,
    },
    media: {
      kind: 'boolean',
      title: 'Media',
      yes: 'With the files of media',
      no: 'Only the addresses of media',
    },
  },
  load: async () => (await runs()).duplicateBucketRun,
})

const fetchMedia = defineCommand({
  id: 'import-export.fetch-media',
  title: 'Fetch missing media…',
  keywords: ['files on other servers', 'missing files', 'copy media', 'old site', 'again'],
  icon: 'download',
  when,
  effect: 'write',
  load: async () => (await runs()).fetchMediaRun,
})

export default {
  commands: [
    openImport,
    exportBucket,
    exportMarkdown,
    exportRedirects,
    downloadExport,
    duplicateBucket,
    fetchMedia,
  ],
} satisfies PluginPart
