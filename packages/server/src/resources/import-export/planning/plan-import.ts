import type { FieldChange } from '@typecase/contract/field-changes'
import type { ImportConflict, ImportReport } from '@typecase/contract/import-export'

import { createClock } from '../../../clock.ts'
import { createColumnIndexes } from '../../../columns/column-indexes.ts'
import type { Reader } from '../../../database/database.ts'
import { Failure } from '../../../http/failure.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { listFolders } from '../../object-type-folders/store.ts'
import { listObjectTypes } from '../../object-types/store.ts'
import type { FindHolders } from '../../objects/model/values/unique-values.ts'
import { mediaTypes } from '../../objects/store/reference-targets.ts'
import { labelRelations } from '../../objects/queries/references/relation-labels.ts'
import type { Stamp } from '../../objects/model/state.ts'
import { readObjects } from '../../objects/store/store.ts'
import { typeModel } from '../../objects/model/type-model.ts'
import { findHoldersIn } from '../../objects/queries/unique-holders.ts'
import { type Additions, assertWithinLimits } from '../../plans/limits.ts'
import { assertAddOn, turnsLocalizationOn } from '../../projects/add-ons.ts'
import type { ImportPlan } from '../applying/apply-import.ts'
import { mediaBeside, planMedia } from '../applying/media-rows.ts'
import type { ImportTask } from '../import-task.ts'
import type { MediaEntry } from '../reading/bucket-json.ts'
import { existingObjects } from './existing.ts'
import { lastImports } from './last-imports.ts'
import { matchRows } from './match-rows.ts'
import { changedFields } from './field-plans.ts'
import { createNamedMedia, warnOfForeignMedia } from './named-media.ts'
import { createSingletons, planObjects } from './plan-objects.ts'
import { planTypeFolders, planTypes } from './plan-types.ts'
import { createReferences } from './references.ts'
import type { Staging } from './staging.ts'
import { createIssues, type Issues } from '../reading/issues.ts'
import type { FileContents } from '../reading/read-file.ts'

/** Maximum number of changed fields in a report. */
const MAX_SHOWN_FIELDS = 200

export interface Planning {
  task: ImportTask
  access: BucketAccess
  staging: Staging
  contents: FileContents
  /** Issues from reading the file. */
  read: Issues
  step(): Promise<void>
}

/**
 * Plans everything that an import will do. Runs in the caller's transaction, so it sees a single state of the bucket.
 * @returns the plan and the version of the bucket that it is valid for
 */
export function planImport(db: Reader, work: Planning): Promise<PlannedImport> {
  return work.staging.batch(() => planOnSnapshot(db, work))
}

export interface PlannedImport {
  plan: ImportPlan
  version: number
}

async function planOnSnapshot(db: Reader, work: Planning): Promise<PlannedImport> {
  const { task, access, staging, contents, step } = work
  const { mode: requestedMode, dryRunMode, mapping, conflicts = 'keep' } = task.request
  const mode = requestedMode === 'dry_run' ? dryRunMode : requestedMode
  const stamp: Stamp = { now: new Date(task.now).toISOString(), userId: task.userId }
  const issues = createIssues(work.read)
  staging.forgetPlan()

  const isSchemaOnly = !contents.listsObjects
  const types = planTypes({
    existing: await listObjectTypes(db, access),
    entries: contents.types,
    inferredFields: contents.fields,
    mapping: mapping ?? undefined,
    isSchemaOnly,
    mode,
    issues,
  })
  const existing = existingObjects(db, access)
  const isTable = contents.format !== 'bucket.json'
  const isReplacing = mode === 'replace' && !isSchemaOnly
  const matched = await matchRows({
    staging,
    existing,
    issues,
    matchBy: mapping ? mapping.match_by : 'id',
    isStrict: isTable,
    isReplacing,
    now: task.now,
    step,
  })
  const references = await createReferences(
    existing,
    staging,
    matched,
    mapping ?? undefined,
    issues,
    { option: task.request.missingReferences, isTable },
  )
  const namedMedia = createNamedMedia()
  const coming = new Map(
    contents.media.map(({ name, type, file }) => [name, file?.type ?? type] as const),
  )
  // The indexes belong to this thread and its snapshot.
  const finding = { db: { read: db }, columns: createColumnIndexes(Infinity) }
  const isRemoved = (id: string) => isReplacing && !matched.all.has(id)
  const singletons = [...types].flatMap(([slug, { after }]) => (after.singleton ? [slug] : []))
  const counts = await planObjects({
    staging,
    issues,
    references,
    named: namedMedia,
    mediaTypes: async (names) => new Map([...coming, ...(await mediaTypes(db, access, names))]),
    hasRoom: await createSingletons(new Set(singletons), existing, isRemoved),
    models: new Map([...types].map(([slug, { after }]) => [slug, typeModel(after, [])])),
    async slugHolders(slugKeys) {
      const holders = await existing.bySlug(slugKeys)
      return new Map([...holders].filter(([, id]) => !isRemoved(id)))
    },
    findHolders: holdersWithout(isRemoved, findHoldersIn(finding, db, access)),
    readStates: (ids) => readObjects(db, access, ids, 'any'),
    // Files of our own say what the bucket should contain: a table may be exported, corrected and imported again.
    readBase: contents.source && mode === 'merge' ? lastImports(db, access) : async () => new Map(),
    conflicts,
    mode,
    isStrict: isTable,
    stamp,
    authors: await authorsOf(db, task.bucketId),
    publishes: task.request.publishes,
    step,
  })

  const isWhole = isReplacing && !isTable
  const slugs = new Set(contents.types.map(({ slug }) => slug))
  const removedTypes = [...types.values()].flatMap(({ before, slug }) =>
    isWhole && before && !slugs.has(slug) && !matched.types.has(slug) ? [before] : [],
  )
  const replacedTypes = mapping ? new Set([mapping.object_type]) : matched.types
  const removedIds: string[] = []
  if (isReplacing) {
    for await (const page of existing.pages()) {
      for (const { id, type } of page) {
        if (isRemoved(id) && (isWhole || replacedTypes.has(type))) removedIds.push(id)
      }
    }
  }
  const media = await planMedia(db, access, contents.media, contents.mediaFolders)
  const removedMediaIds =
    isWhole && contents.listsMedia
      ? await mediaBeside(db, access, contents.media, (name) => namedMedia.has(name))
      : []
  warnOfForeignMedia(media.added, task.publicUrl, issues)
  await namedMedia.warn(db, access, contents.media, issues)
  const changedTypes = [...types.values()].filter(
    ({ before }) => !before || !removedTypes.includes(before),
  )
  const folders = planTypeFolders({
    existing: contents.typeFolders.length > 0 ? await listFolders(db, access) : [],
    entries: contents.typeFolders,
    types: new Set(changedTypes.map(({ slug }) => slug)),
    mode,
    issues,
  })
  const countFolders = (action: string) => folders.filter((one) => one.action === action).length
  const countTypes = (action: string) =>
    changedTypes.filter((type) => type.action === action && isConcerned(type.slug)).length
  const isConcerned = (slug: string) => slugs.has(slug) || matched.types.has(slug)

  const newTypes = changedTypes.filter(({ action }) => action === 'added').length
  const added = {
    object_types: newTypes - removedTypes.length,
    objects: counts.added - removedIds.length,
    media_files: media.added.length - removedMediaIds.length,
    // The sizes of deleted media are only known after their deletion: the end of the write counts them.
    ...(removedMediaIds.length === 0 && { media_storage: bytesOf(media.added) }),
  }
  const isLocalized =
    counts.addsLocales ||
    changedTypes.some(({ before, after }) => turnsLocalizationOn(before ?? undefined, after))
  const refusal = await refusalOf(task, db, access, added, isLocalized)

  const fields = changedTypes.flatMap(changedFields)
  await labelRelations(db, access, counts.changes)
  await labelConflicts(db, access, counts.conflicts)
  const report: ImportReport = {
    mode: requestedMode,
    ...(refusal !== undefined && { refusal }),
    format: contents.format,
    ...(contents.source && { source: contents.source }),
    object_types: {
      added: countTypes('added'),
      updated: countTypes('updated'),
      unchanged: countTypes('unchanged'),
      deleted: removedTypes.length,
    },
    ...(fields.length > 0 && { fields: fields.slice(0, MAX_SHOWN_FIELDS) }),
    objects: {
      added: counts.added,
      updated: counts.updated,
      unchanged: counts.unchanged,
      deleted: removedIds.length,
      ...(counts.public > 0 && { public: counts.public }),
    },
    ...(folders.length > 0 && {
      object_type_folders: {
        added: countFolders('added'),
        updated: countFolders('updated'),
        unchanged: countFolders('unchanged'),
      },
    }),
    media: {
      added: media.added.length,
      unchanged: media.unchanged,
      ...(removedMediaIds.length > 0 && { deleted: removedMediaIds.length }),
    },
    relations: references.counts,
    // Reading and planning both find errors; people correct a table from top to bottom.
    errors: isTable ? issues.errors.toSorted((a, b) => a.row - b.row) : issues.errors,
    total_errors: issues.totalErrors,
    invalid_rows: issues.rows.size,
    warnings: issues.warnings.map(({ same: _, ...warning }) => warning),
    ...(issues.totalUnfetched > 0 && {
      unfetched_media: issues.unfetchedMedia,
      total_unfetched_media: issues.totalUnfetched,
    }),
    ...(counts.totalChanges > 0 && {
      changes: counts.changes,
      total_changes: counts.totalChanges,
    }),
    ...(counts.totalConflicts > 0 && {
      conflicts: counts.conflicts,
      total_conflicts: counts.totalConflicts,
      conflict_choice: conflicts,
    }),
    sample: counts.sample,
  }
  const plan: ImportPlan = {
    types: changedTypes,
    isSchemaOnly,
    folders: folders.filter(({ action }) => action !== 'unchanged'),
    removedTypes,
    removedIds,
    removedMediaIds,
    media,
    previewSites: contents.previewSites,
    slugHolders: counts.slugHolders,
    newByType: counts.newByType,
    added,
    report,
  }
  return { plan, version: await versionOf(db, task.bucketId) }
}

/** Replaces the ids of related objects with their titles. */
async function labelConflicts(
  db: Reader,
  access: BucketAccess,
  conflicts: readonly ImportConflict[],
): Promise<void> {
  for (const key of ['import_value', 'local_value', 'file_value'] as const) {
    const changes = conflicts.map(({ object_id, title, field, [key]: after }): FieldChange => ({
      object_id,
      title,
      field,
      before: null,
      after,
    }))
    await labelRelations(db, access, changes)
    for (const [index, { after_label: label }] of changes.entries()) {
      const conflict = conflicts[index]
      if (conflict && label !== undefined) conflict[key] = label
    }
  }
}

const bytesOf = (media: readonly MediaEntry[]): number =>
  media.reduce(
    (sum, { file, location, size }) => sum + (file ?? { size: location ? 0 : size }).size,
    0,
  )

/**
 * Returns why the project's plan does not allow the import: it exceeds a limit, or the add-on for locales is missing.
 */
async function refusalOf(
  { settings, now }: ImportTask,
  db: Reader,
  access: BucketAccess,
  added: Additions,
  isLocalized: boolean,
): Promise<string | undefined> {
  const seller = { settings, clock: createClock(now) }
  try {
    await assertWithinLimits(seller, db, access, added)
    if (isLocalized) await assertAddOn({ ...seller, db: { read: db } }, access, 'localization')
  } catch (reason) {
    if (reason instanceof Failure) return reason.message
    throw reason
  }
  return undefined
}

/** Finds the holders of values, without the objects that the import removes. */
const holdersWithout =
  (isRemoved: (id: string) => boolean, find: FindHolders): FindHolders =>
  async (model, claims) => {
    const owners = await find(model, claims)
    return new Map(
      [...owners].map(([claim, all]) => [claim, all.filter(({ id }) => !isRemoved(id))]),
    )
  }

/** Reads the bucket's version as the transaction sees it. */
export async function versionOf(db: Reader, bucketId: string): Promise<number> {
  const row = await db
    .selectFrom('buckets')
    .select('version')
    .where('id', '=', bucketId)
    .executeTakeFirst()
  if (!row) throw new Failure('not_found', 'The bucket was deleted.')
  return row.version
}

/** Reads the members of the bucket's project, who may be authors of objects, by id and by e-mail address. */
async function authorsOf(db: Reader, bucketId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('buckets', 'buckets.project_id', 'team_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'email_key'])
    .where('buckets.id', '=', bucketId)
    .execute()
  return new Map(
    rows.flatMap(({ user_id: id, email_key: email }) => [
      [id, id],
      [email, id],
    ]),
  )
}
