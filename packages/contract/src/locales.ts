import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import { id, idsInText } from './ids.ts'
import { cmsObject, status } from './objects.ts'
import { instantOut, limit, message, skip } from './page.ts'
import { bucketSlug, locale } from './slugs.ts'

/** Objects with missing translations per page by default. */
export const MISSING_PAGE_SIZE = 10

/** Returns the locales of a type: its own, or those of its bucket if it lists none. Empty if it is not localized. */
export const localesOf = (
  type: { localization: boolean; locales: readonly string[] },
  bucketLocales: readonly string[],
): readonly string[] =>
  type.localization ? (type.locales.length > 0 ? type.locales : bucketLocales) : []

/** Returns the locale that the others are translated from: the required one, or else the first. */
export const sourceLocaleOf = (
  type: { localization: boolean; locales: readonly string[]; priority_locale: string | null },
  bucketLocales: readonly string[],
): string | null =>
  type.localization ? (type.priority_locale ?? localesOf(type, bucketLocales)[0] ?? null) : null

/** A field of a version: `title`, `content`, `metadata.teaser`, or inside a group `metadata.seo.title`. */
const field = () => type('0 < string <= 300')

/** A translated field whose source has changed since the translation. */
const staleField = () =>
  type({
    field: 'string',
    /** When the source first changed after the translation, and who changed it. */
    since: 'string',
    by: 'string | null',
    /** The source's value at the time of the translation. */
    was: 'unknown',
  })

/** An object in one of its locales, whether or not it has a version there. */
export const localeVersion = () =>
  type({
    locale: 'string | null',
    /** Null while there is no version in this locale. */
    object_id: id().or('null'),
    status: status(),
    main_object_status: status(),
    publish_at: instantOut(),
    modified_at: 'string | null',
    /** Whether the others are translated from this version. */
    is_source: 'boolean',
    /** Number of fields with a value in the source, and the ones without a value here. */
    fields: 'number',
    missing: 'string[]',
    stale: staleField().array(),
  })
export type LocaleVersion = ReturnType<typeof localeVersion>['infer']

/** The version that was added, and the change set for undoing it. */
const addedVersion = () => type({ object: cmsObject(), change_set_id: id().or('null') })

const one = () => type({ slug: bucketSlug(), object_id: id() })

export const objectLocales = endpoint({
  id: 'objects.locales',
  method: 'GET',
  path: '/objects/locales',
  auth: 'user',
  summary:
    'Returns an object in each locale of its type, with the fields that are missing there, or that are older than the text they were translated from.',
  query: one,
  response: () =>
    type({
      versions: localeVersion().array(),
      /** The server setting that AI translation still needs; null if it is available. */
      ai_missing: "'AI_BASE_URL' | 'AI_MODEL' | null",
    }),
  aliases: { id: 'object_id' },
})

export const addLocale = endpoint({
  id: 'objects.addLocale',
  method: 'POST',
  path: '/objects/addLocale',
  auth: 'user',
  summary:
    'Adds a version of an object in another locale: a draft with the same slug. `from` sets whether its texts are copied or empty.',
  body: () => one().and({ locale: locale(), 'from?': "'copy' | 'empty'" }),
  response: addedVersion,
  status: 201,
  aliases: { id: 'object_id' },
  errors: ['conflict'],
})

const aiErrors = ['not_configured', 'unavailable', 'timeout', 'too_large'] as const

export const addGeneratedLocale = endpoint({
  id: 'objects.addGeneratedLocale',
  method: 'POST',
  path: '/objects/add-generated-locale',
  auth: 'user',
  summary:
    'Adds a version of an object in another locale, translated by the AI provider: a draft with the same slug. HTML and Markdown keep their structure.',
  body: () => one().and({ locale: locale() }),
  response: addedVersion,
  status: 201,
  aliases: { id: 'object_id' },
  errors: ['conflict', ...aiErrors],
})

export const generateFields = endpoint({
  id: 'objects.generateFields',
  method: 'POST',
  path: '/objects/generateFields',
  auth: 'user',
  summary:
    'Translates fields of an object from its source locale with the AI provider. Returns the translations without saving them.',
  body: () => one().and({ fields: field().array().atLeastLength(1).atMostLength(500) }),
  response: () => type({ values: 'Record<string, unknown>' }),
  isRepeatable: true,
  aliases: { id: 'object_id' },
  errors: aiErrors,
})

export const confirmTranslation = endpoint({
  id: 'objects.confirmTranslation',
  method: 'POST',
  path: '/objects/confirmTranslation',
  auth: 'user',
  summary:
    'Confirms that fields of a version are still correct although their source changed, so that they are no longer stale.',
  body: () => one().and({ fields: field().array().atLeastLength(1).atMostLength(500) }),
  response: message,
  aliases: { id: 'object_id' },
})

const coverage = () =>
  type({
    locale: 'string',
    /** Numbers of objects with a version in the locale, with a published one, and with one that misses no field. */
    versions: 'number',
    published: 'number',
    complete: 'number',
    /** Number of versions with fields that are older than their source. */
    stale: 'number',
  })

export const localeCoverage = endpoint({
  id: 'objects.localeCoverage',
  method: 'GET',
  path: '/objects/localeCoverage',
  auth: 'user',
  summary:
    'Returns the translation progress of the objects of each localized type. `total` counts all versions of an object once.',
  query: () => type({ slug: bucketSlug() }),
  response: () =>
    type({
      types: type({
        type: 'string',
        source: 'string | null',
        total: 'number',
        locales: coverage().array(),
      }).array(),
      /**
       * Whether `stale` counts only the versions checked so far: a call takes about a second, and the next one
       * continues.
       */
      is_partial: 'boolean',
    }),
})
export type LocaleCoverage = ReturnType<(typeof localeCoverage)['response']>['infer']

export const staleTranslations = endpoint({
  id: 'objects.staleTranslations',
  method: 'GET',
  path: '/objects/staleTranslations',
  auth: 'user',
  summary:
    'Returns the objects whose version in a locale has fields older than the text they were translated from, in dashboard order. With `after`, begins after an object and continues from the start. `object_ids`, separated by commas, excludes all others. Stops after about a second: `is_partial`.',
  query: () =>
    type({
      slug: bucketSlug(),
      locale: locale(),
      'type?': 'string <= 100',
      'after?': id(),
      'object_ids?': idsInText(),
      'limit?': limit(),
    }),
  response: () =>
    type({
      objects: type({
        source_id: id(),
        object_id: id(),
        title: 'string',
        type: 'string',
        /** Number of stale fields. */
        stale: 'number',
      }).array(),
      /** Whether more objects may match. */
      is_partial: 'boolean',
    }),
})
/** A translation that is older than its source. */
export type StaleTranslation = ReturnType<
  (typeof staleTranslations)['response']
>['infer']['objects'][number]

export const missingTranslations = endpoint({
  id: 'objects.missingTranslations',
  method: 'GET',
  path: '/objects/missingTranslations',
  auth: 'user',
  summary:
    'Returns the objects with something missing in a locale, in dashboard order: those without a version, and those with fields that only the source has. With `after`, begins after an object and continues from the start. `object_ids`, separated by commas, excludes all others.',
  query: () =>
    type({
      slug: bucketSlug(),
      locale: locale(),
      'type?': 'string <= 100',
      'after?': id(),
      'object_ids?': idsInText(),
      'limit?': limit(),
      'skip?': skip(),
    }),
  response: () =>
    type({
      objects: type({
        /** The version to translate from. */
        source_id: id(),
        /** Null while there is no version in the locale. */
        object_id: id().or('null'),
        title: 'string',
        type: 'string',
        missing: 'number',
      }).array(),
      total: 'number',
      limit: 'number',
      skip: 'number',
    }),
})
/** An object with something missing in a locale: the whole version, or fields of it. */
export type MissingTranslation = ReturnType<
  (typeof missingTranslations)['response']
>['infer']['objects'][number]
