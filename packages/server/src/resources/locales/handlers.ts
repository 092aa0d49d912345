import {
  addGeneratedLocale,
  addLocale,
  confirmTranslation,
  generateFields,
  localeCoverage,
  type LocaleVersion,
  MISSING_PAGE_SIZE,
  missingTranslations,
  objectLocales,
  staleTranslations,
} from '@typecase/contract/locales'

import type { App } from '../../app.ts'
import { conflict, invalid } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { aiOf } from '../billing/paid-ai.ts'
import { type BucketAccess, openBucket } from '../buckets/bucket-access.ts'
import { assertMayWrite } from '../objects/model/contributor-rules.ts'
import { loadForOne } from '../objects/changes/one-object.ts'
import { mainStatus, type ObjectState, type StoredObject } from '../objects/model/state.ts'
import { readObject, versionsOf } from '../objects/store/store.ts'
import { findTypeModel } from '../objects/store/type-models.ts'
import { type TypeModel, unknownType } from '../objects/model/type-model.ts'
import { assertAddOn } from '../projects/add-ons.ts'
import { assertWithinLimits, loadForLimits } from '../plans/limits.ts'
import { addVersion } from './add-version.ts'
import { comparedFields, isFilledIn, recordOf, valueIn } from './compared-fields.ts'
import { candidatesIn, coverageOf, missingIn } from './coverage.ts'
import { ObjectPast, staleFields } from './stale-fields.ts'
import { createStaleVersions } from './stale-versions.ts'
import {
  keepChecks,
  localesOfType,
  localizedTypes,
  readChecks,
  sourceOf,
  type TypeLocales,
} from './store.ts'
import { translateObjectTexts, type VersionText, withoutTexts } from './translate-object.ts'

export function routes(app: App): Route[] {
  const { db, clock, ai, limits } = app
  const staleVersions = createStaleVersions()

  /** Reads an object with its model and the locales of its type. */
  async function open(access: BucketAccess, id: string) {
    const object = await readObject(db.read, access, id)
    const model = (await findTypeModel(db.read, access, object.type)) ?? unknownType(object.type)
    return { object, model, type: await localesOfType(db.read, access, object.type) }
  }

  /** Adds a version of an object, with its texts. */
  async function add(
    commit: Parameters<Parameters<typeof handle<typeof addLocale>>[1]>[0]['commit'],
    access: BucketAccess,
    original: StoredObject,
    model: TypeModel,
    locale: string,
    text: VersionText,
  ) {
    await loadForOne(app, access, original.type)
    await loadForLimits(app, access)
    return commit(async (write) => {
      const now = await readObject(write.db, access, original.id)
      if (now.rev !== original.rev)
        throw conflict('The object changed while its version was being created. Try again.')
      return addVersion(app, write, access, now, model, { locale, ...text })
    }, access)
  }

  const beforeEach = (access: BucketAccess) => () => limits.count('ai', access.bucketId)

  return [
    handle(objectLocales, async ({ principal, query, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { object, model, type } = await open(access, query.object_id)
      return inTurn(async () => ({
        versions: await describe(access, object, model, type),
        ai_missing: ai.missing,
      }))
    }),

    handle(addLocale, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      await assertAddOn(app, access, 'localization')
      const { object, model, type } = await open(access, body.object_id)
      assertLocale(type, body.locale)
      const text = body.from === 'empty' ? withoutTexts(object.state, model) : textOf(object.state)
      return add(commit, access, object, model, body.locale, text)
    }),

    handle(addGeneratedLocale, async ({ principal, body, commit, signal }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      await assertAddOn(app, access, 'localization')
      const { object, model, type } = await open(access, body.object_id)
      assertMayWrite(access, { type: object.type, created_by: access.userId })
      assertLocale(type, body.locale)
      const versions = await versionsOf(db.read, access, object)
      assertNone(versions, body.locale)
      ai.assertConfigured()
      await assertWithinLimits(app, db.read, access, { objects: 1 })
      const translation = { from: object.state.locale, to: body.locale }
      const { state } = object
      const text = await translateObjectTexts(
        aiOf(app, access.bucketId),
        state,
        model,
        translation,
        signal,
        beforeEach(access),
      )
      return add(commit, access, object, model, body.locale, text)
    }),

    handle(generateFields, async ({ principal, body, signal }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      await assertAddOn(app, access, 'localization')
      const { object, model, type } = await open(access, body.object_id)
      assertFields(model, body.fields)
      ai.assertConfigured()
      const { locale } = object.state
      const source = sourceOf(await versionsOf(db.read, access, object), type)
      if (locale === null || !source || source.id === object.id) {
        const message = 'object_id must be a version that is translated from another'
        throw invalid('object_id', message, 'locale')
      }
      const translation = { from: source.state.locale, to: locale, fields: body.fields }
      const text = await translateObjectTexts(
        aiOf(app, access.bucketId),
        source.state,
        model,
        translation,
        signal,
        beforeEach(access),
      )
      const record = recordOf({ ...source.state, ...text })
      return {
        values: Object.fromEntries(body.fields.map((path) => [path, valueIn(record, path)])),
      }
    }),

    handle(confirmTranslation, async ({ principal, body, commit }) => {
      const access = await openBucket(db, principal, body.slug, 'objects:write')
      return commit(async (write) => {
        const object = await readObject(write.db, access, body.object_id)
        assertMayWrite(access, object)
        const model = await findTypeModel(write.db, access, object.type)
        assertFields(model ?? unknownType(object.type), body.fields)
        await keepChecks(write.db, access, object.id, body.fields, clock.iso())
        return { message: 'The translation is marked as correct.' }
      }, access)
    }),

    handle(localeCoverage, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const types = await localizedTypes(db.read, access)
      return inTurn(() => coverageOf(app, access, types, staleVersions, signal))
    }),

    handle(staleTranslations, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { locale, type, after, object_ids, limit = MISSING_PAGE_SIZE } = query
      const all = await localizedTypes(db.read, access)
      const types = all.filter(({ slug }) => type === undefined || slug === type)
      const only = object_ids === undefined ? undefined : new Set(object_ids.split(','))
      return inTurn(async () => {
        const request = { locale, after, only }
        const candidates = await candidatesIn(app, access, types, request, signal)
        return (await staleVersions(db.read, access, signal)).among(candidates, limit)
      })
    }),

    handle(missingTranslations, async ({ principal, query, signal, inTurn }) => {
      const access = await openBucket(db, principal, query.slug)
      const { locale, type, after, object_ids, limit = MISSING_PAGE_SIZE, skip = 0 } = query
      const all = await localizedTypes(db.read, access)
      const types = all.filter(({ slug }) => type === undefined || slug === type)
      const only = object_ids === undefined ? undefined : new Set(object_ids.split(','))
      const request = { locale, after, only }
      return inTurn(async () => {
        const objects = await missingIn(app, access, types, request, signal)
        return { objects: objects.slice(skip, skip + limit), total: objects.length, limit, skip }
      })
    }),
  ]

  /** Describes an object in each of its locales, the source first. */
  async function describe(
    access: BucketAccess,
    object: StoredObject,
    model: TypeModel,
    type: TypeLocales,
  ): Promise<LocaleVersion[]> {
    const versions = await versionsOf(db.read, access, object)
    const source = sourceOf(versions, type) ?? object
    const record = recordOf(source.state)
    const fields = comparedFields(model).filter((field) => isFilledIn(field, record))
    const past = new ObjectPast(db.read, access, source)
    const existing = versions.map(({ state }) => state.locale)
    const locales = new Set([source.state.locale, ...type.locales, ...existing])
    const described: LocaleVersion[] = []
    for (const locale of locales) {
      const version = versions.find(({ state }) => state.locale === locale)
      const stored = version && recordOf(version.state)
      const missing = fields.filter((field) => !stored || !isFilledIn(field, stored))
      const there = fields.filter((field) => !missing.includes(field)).map(({ path }) => path)
      const isSource = version?.id === source.id
      described.push({
        locale,
        object_id: version?.id ?? null,
        status: version?.state.status ?? 'draft',
        main_object_status: version ? mainStatus(version.state) : 'draft',
        publish_at: version?.state.publish_at ?? null,
        modified_at: version?.state.modified_at ?? null,
        is_source: isSource,
        fields: fields.length,
        missing: missing.map(({ path }) => path),
        stale:
          version && !isSource
            ? await staleFields(
                there,
                new ObjectPast(db.read, access, version),
                past,
                await readChecks(db.read, access, version.id),
              )
            : [],
      })
    }
    return described
  }
}

const textOf = ({ title, content, metadata }: ObjectState): VersionText => ({
  title,
  content,
  metadata,
})

/** Checks a locale. @throws Failure `invalid` for a locale that objects of the type cannot have */
function assertLocale({ slug, locales }: TypeLocales, locale: string): void {
  if (locales.includes(locale)) return
  const message =
    locales.length === 0
      ? `locale must be a locale of “${slug}”, which has none: turn localization on for it, and name locales`
      : `locale must be one of the locales of “${slug}”: ${locales.join(', ')}`
  throw invalid('locale', message, 'locale')
}

/** Checks that a locale has no version yet. @throws Failure `conflict` if it has one */
function assertNone(versions: readonly StoredObject[], locale: string): void {
  if (versions.some(({ state }) => state.locale === locale))
    throw conflict(`There is already a version in ${locale}.`)
}

/** Checks the paths of fields. @throws Failure `invalid` for fields by which versions are not compared */
function assertFields(model: TypeModel, paths: readonly string[]): void {
  const fieldPaths = new Set(comparedFields(model).map(({ path }) => path))
  const broken = paths.flatMap((path, index) => {
    if (fieldPaths.has(path)) return []
    const at = `fields.${index}`
    return [
      { path: at, message: `${at} must be a field of the object, such as title`, rule: 'field' },
    ]
  })
  if (broken.length > 0) throw invalid(broken)
}
