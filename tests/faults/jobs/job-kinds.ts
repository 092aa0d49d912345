import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import type { ImportMapping } from '@typecase/contract/import-export'
import { addMacro, listMacros, runMacro } from '@typecase/contract/macros'
import { migrateObjectType } from '@typecase/contract/object-types-migrate'
import {
  deleteObjects,
  duplicateObjects,
  listObjects,
  MAX_UPDATES,
  publishObjects,
  unpublishObjects,
  updateObjects,
} from '@typecase/contract/objects'
import { addRelease, publishRelease } from '@typecase/contract/releases'
import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { restoreTrash } from '@typecase/contract/trash'

import { call } from '../../e2e/fixtures/api.ts'
import {
  minimal,
  full,
  type JobKind,
  sendFile,
  type Start,
  theJob,
  unchanged,
  undoLast,
  whole,
} from './job-kind.ts'
import { mediaJobKinds } from './media-job-kinds.ts'
import { BARE, COUNT, FULL, type PreparedBucket, TYPE } from './prepared-bucket.ts'

const all = ({ slug }: PreparedBucket) => ({ slug, query: { type: TYPE } })

const edit: Start = async (bucket) => {
  const data = { metadata: { count: { op: 'increment' as const, value: 1 } } }
  const body = { ...all(bucket), data }
  return theJob(await call(bucket.url, bulkEditObjects, { body }, bucket.owner.token))
}

const updateEach: Start = async ({ url, owner, slug }) => {
  const query = { slug, limit: MAX_UPDATES }
  const { objects } = await call(url, listObjects, { query }, owner.token)
  const updates = objects.map(({ object: { id: object_id, title } }) => ({
    object_id,
    data: { title: title.replace('Old', 'New') },
  }))
  return theJob(await call(url, updateObjects, { body: { slug, updates } }, owner.token))
}

const replace: Start = async (bucket) => {
  const body = { ...all(bucket), find: 'old', replace: 'new', match: { preserve_case: true } }
  return theJob(await call(bucket.url, searchAndReplace, { body }, bucket.owner.token))
}

type OnAll =
  | typeof publishObjects
  | typeof unpublishObjects
  | typeof deleteObjects
  | typeof duplicateObjects

const onAll =
  (endpoint: OnAll): Start =>
  async (bucket) =>
    theJob(await call(bucket.url, endpoint, { body: all(bucket) }, bucket.owner.token))

const restore: Start = async ({ url, owner, slug }) =>
  theJob(await call(url, restoreTrash, { body: { slug, q: '' } }, owner.token))

const migrate: Start = async ({ url, owner, slug }) => {
  const changes = [{ key: 'size', new_key: 'amount', new_type: 'number' as const }]
  const body = { slug, object_type: TYPE, changes }
  return theJob(await call(url, migrateObjectType, { body }, owner.token))
}

const addRenewal = ({ url, owner, slug }: PreparedBucket) => {
  const steps = [
    {
      call: 'objects.bulkEdit' as const,
      body: { data: { metadata: { count: { op: 'increment', value: { $arg: 'by' } } } } },
    },
    { call: 'objects.searchAndReplace' as const, body: { find: 'Old', replace: 'New' } },
    { call: 'objects.publishByIds' as const, body: {} },
  ]
  const by = { key: 'by', title: 'By', kind: 'number' as const }
  const data = { title: 'Renew', steps, arguments: [by] }
  return call(url, addMacro, { body: { slug, data } }, owner.token)
}

const runRenewal: Start = async (bucket) => {
  const { url, owner, slug } = bucket
  const { macros } = await call(url, listMacros, { query: { slug } }, owner.token)
  const body = { ...all(bucket), macro_id: macros[0]?.id ?? '', args: { by: 2 } }
  return theJob(await call(url, runMacro, { body }, owner.token))
}

const releaseAll: Start = async (bucket) => {
  const { url, owner, slug } = bucket
  const body = { slug, data: { title: 'Spring' }, query: { 'metadata.note': 'old' } }
  const { release } = await call(url, addRelease, { body }, owner.token)
  const publish = { slug, release_id: release.id }
  return (await call(url, publishRelease, { body: publish }, owner.token)).job
}

const importRows: Start = async (bucket) => {
  const mapping: ImportMapping = {
    format: 'ndjson',
    object_type: 'rows',
    status: 'published',
    columns: [
      { from: 'title', to: 'title' },
      { from: 'text', to: 'metadata.text' },
    ],
  }
  const rows = Array.from({ length: COUNT }, (_, n) =>
    JSON.stringify({ title: `Row ${n}`, text: 'some words' }),
  )
  const fields = { import_mode: 'merge', mapping: JSON.stringify(mapping) }
  return sendFile(bucket, new Blob([rows.join('\n')]), 'rows.ndjson', fields)
}

/** Every kind of job that changes objects or media. A new kind gets a row here, or among those of media. */
export const jobKinds: readonly JobKind[] = [
  {
    title: 'bulk edit',
    start: edit,
    done: FULL,
    failed: BARE,
    changed: FULL,
    after: {
      listed: {
        'Old thing {count 1, note old, size string}, draft, rev 2': FULL,
        [`Old thing ${minimal}, draft, rev 1`]: BARE,
      },
    },
  },
  {
    title: 'update of many',
    start: updateEach,
    done: MAX_UPDATES,
    failed: 0,
    changed: MAX_UPDATES,
    after: {
      listed: {
        [`New thing ${full}, draft, rev 2`]: MAX_UPDATES * 0.9,
        [`New thing ${minimal}, draft, rev 2`]: MAX_UPDATES * 0.1,
        [`Old thing ${full}, draft, rev 1`]: FULL - MAX_UPDATES * 0.9,
        [`Old thing ${minimal}, draft, rev 1`]: BARE - MAX_UPDATES * 0.1,
      },
    },
  },
  {
    title: 'search and replace',
    start: replace,
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: {
      listed: {
        'New thing {count 0, note new, size string}, draft, rev 2': FULL,
        [`New thing ${minimal}, draft, rev 2`]: BARE,
      },
    },
  },
  {
    title: 'publish',
    start: onAll(publishObjects),
    done: FULL,
    failed: BARE,
    changed: FULL,
    after: {
      listed: {
        [`Old thing ${full}, published, rev 2`]: FULL,
        [`Old thing ${minimal}, draft, rev 1`]: BARE,
      },
      public: { [`Old thing ${full}`]: FULL },
    },
  },
  {
    title: 'publication of a release',
    start: releaseAll,
    isWhole: true,
    done: FULL,
    failed: 0,
    changed: FULL,
    after: {
      listed: {
        [`Old thing ${full}, published, rev 2`]: FULL,
        [`Old thing ${minimal}, draft, rev 1`]: BARE,
      },
      public: { [`Old thing ${full}`]: FULL },
    },
  },
  {
    title: 'undo of a release',
    prepare: whole(releaseAll),
    start: undoLast,
    isWhole: true,
    done: FULL,
    failed: 0,
    changed: FULL,
    after: {
      listed: {
        [`Old thing ${full}, draft, rev 3`]: FULL,
        [`Old thing ${minimal}, draft, rev 1`]: BARE,
      },
    },
  },
  {
    title: 'unpublish',
    prepare: whole(onAll(publishObjects)),
    start: onAll(unpublishObjects),
    done: COUNT,
    failed: 0,
    changed: FULL,
    after: {
      listed: {
        [`Old thing ${full}, draft, rev 3`]: FULL,
        [`Old thing ${minimal}, draft, rev 1`]: BARE,
      },
    },
  },
  {
    title: 'delete',
    start: onAll(deleteObjects),
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: { listed: {}, trash: COUNT },
  },
  {
    title: 'restore from the trash',
    prepare: whole(onAll(deleteObjects)),
    start: restore,
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: {
      listed: {
        [`Old thing ${full}, draft, rev 3`]: FULL,
        [`Old thing ${minimal}, draft, rev 3`]: BARE,
      },
    },
  },
  {
    title: 'duplicate',
    start: onAll(duplicateObjects),
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: {
      listed: {
        ...unchanged.listed,
        [`Old thing (copy) ${full}, draft, rev 1`]: FULL,
        [`Old thing (copy) ${minimal}, draft, rev 1`]: BARE,
      },
    },
  },
  {
    title: 'macro',
    prepare: addRenewal,
    start: runRenewal,
    done: FULL,
    failed: BARE,
    changed: FULL,
    after: {
      listed: {
        'New thing {count 2, note New, size string}, published, rev 2': FULL,
        [`Old thing ${minimal}, draft, rev 1`]: BARE,
      },
      public: { 'New thing {count 2, note New, size string}': FULL },
    },
  },
  {
    title: 'undo of a bulk edit',
    prepare: whole(edit),
    start: undoLast,
    done: FULL,
    failed: 0,
    changed: FULL,
    after: {
      listed: {
        [`Old thing ${full}, draft, rev 3`]: FULL,
        [`Old thing ${minimal}, draft, rev 1`]: BARE,
      },
    },
  },
  {
    title: 'undo of copies',
    prepare: whole(onAll(duplicateObjects)),
    start: undoLast,
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: { trash: COUNT },
  },
  {
    title: 'migration',
    start: migrate,
    isWhole: true,
    done: FULL,
    failed: BARE,
    changed: COUNT,
    after: {
      listed: {
        'Old thing {amount number, count 0, note old}, draft, rev 2': FULL,
        'Old thing {}, draft, rev 2': BARE,
      },
      fields: 'count number, note text, amount number',
    },
  },
  {
    title: 'undo of a migration',
    prepare: whole(migrate),
    start: undoLast,
    isWhole: true,
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: {
      listed: {
        [`Old thing ${full}, draft, rev 3`]: FULL,
        [`Old thing ${minimal}, draft, rev 3`]: BARE,
      },
    },
  },
  {
    title: 'import',
    start: importRows,
    isWhole: true,
    done: COUNT,
    failed: 0,
    changed: COUNT,
    after: {
      listed: { ...unchanged.listed, 'Row {text some words}, published, rev 1': COUNT },
      public: { 'Row {text some words}': COUNT },
      fields: `${unchanged.fields}, text text`,
    },
  },
  ...mediaJobKinds,
]
