import { type } from 'arktype'

import { endpoint } from './endpoint.ts'
import {
  extensionHost,
  extensionId,
  extensionManifest,
  extensionPermission,
} from './extension-manifest.ts'
import { id } from './ids.ts'
import { message } from './page.ts'
import { bucketSlug } from './slugs.ts'

/** Largest archive that can be published, in bytes. */
export const EXTENSION_LIMIT = 1_000_000
/** Maximum size of all its files together, unpacked, in bytes. */
export const EXTENSION_UNPACKED_LIMIT = 4_000_000
/** Maximum number of files of an extension. */
export const MAX_EXTENSION_FILES = 100
/** Maximum number of extensions of a workspace, and of those installed in a bucket. */
export const MAX_EXTENSIONS = 100
/** Maximum size of everything that an extension stores in a bucket, in bytes of JSON. */
export const MAX_EXTENSION_VALUES = 256_000

/** The publisher of an extension in the marketplace: this product, or a workspace, which is the only one to see it. */
const publisher = () => type({ kind: "'product' | 'workspace'", 'workspace_id?': id() })

/** The newest version of an extension, as the marketplace offers it. */
export const offeredExtension = () =>
  type({
    manifest: extensionManifest(),
    publisher: publisher(),
    /** Bytes of its files. */
    size: 'number',
    published_at: 'string | null',
  })
export type OfferedExtension = ReturnType<typeof offeredExtension>['infer']

/** An extension in a bucket, pinned to the files of one version. */
export const installedExtension = () =>
  type({
    /**
     * The manifest with the agreed permissions. The extension may do nothing else, even if a newer version requests
     * more.
     */
    manifest: extensionManifest(),
    is_enabled: 'boolean',
    /** Path of its document, which a frame shows: `/ext/<SHA-256 of its files>/`. */
    url: 'string',
    /** The manifest of the version in the marketplace, if that is newer. */
    newer: extensionManifest().or('null'),
    installed_by: 'string | null',
    installed_at: 'string',
    rev: 'number',
  })
export type InstalledExtension = ReturnType<typeof installedExtension>['infer']

const inBucket = () => type({ slug: bucketSlug() })
const oneInBucket = () => type({ slug: bucketSlug(), extension_id: extensionId() })
const answer = () => type({ extension: installedExtension() })

export const listMarketplace = endpoint({
  id: 'marketplace.list',
  method: 'GET',
  path: '/marketplace/list',
  auth: 'user',
  summary:
    'Returns the extensions that the caller can install: those of the product and of the caller’s workspaces, by title.',
  response: () => type({ extensions: offeredExtension().array() }),
})

export const publishExtension = endpoint({
  id: 'marketplace.publish',
  method: 'POST',
  path: '/marketplace/publish',
  auth: 'user',
  summary:
    'Publishes an extension, or a newer version of it, to a workspace: a .zip with manifest.json. Buckets keep their version until someone updates it.',
  // The workspace is in the query so that a caller without permission is refused before the archive is uploaded.
  query: () => type({ workspace_id: id() }),
  isMultipart: true,
  response: () => type({ extension: offeredExtension() }),
  status: 201,
  bodyLimit: EXTENSION_LIMIT,
  errors: ['conflict', 'too_large', 'unsupported_media_type'],
})

export const withdrawExtension = endpoint({
  id: 'marketplace.withdraw',
  method: 'POST',
  path: '/marketplace/withdraw',
  auth: 'user',
  summary:
    'Removes an extension of a workspace from the marketplace. It keeps working in buckets that have it installed.',
  body: () => type({ workspace_id: id(), extension_id: extensionId() }),
  response: message,
})

export const listExtensions = endpoint({
  id: 'extensions.list',
  method: 'GET',
  path: '/extensions/list',
  auth: 'user',
  summary: 'Returns the extensions that are installed in a bucket, by title.',
  query: inBucket,
  response: () => type({ extensions: installedExtension().array() }),
})

export const installExtension = endpoint({
  id: 'extensions.install',
  method: 'POST',
  path: '/extensions/install',
  auth: 'user',
  summary:
    'Installs an extension in a bucket, or changes its version. `permissions` and `hosts` are those that you agree to, and must be those of the version.',
  body: () =>
    type({
      slug: bucketSlug(),
      extension_id: extensionId(),
      version: 'string <= 20',
      permissions: extensionPermission().array().atMostLength(20),
      hosts: extensionHost().array().atMostLength(10),
    }),
  response: answer,
  errors: ['conflict'],
})

export const updateExtension = endpoint({
  id: 'extensions.update',
  method: 'PATCH',
  path: '/extensions/update',
  auth: 'user',
  summary: 'Turns an installed extension on or off for everyone in the bucket.',
  body: () =>
    type({
      slug: bucketSlug(),
      extension_id: extensionId(),
      is_enabled: 'boolean',
      'rev?': 'number.integer',
    }),
  response: answer,
  errors: ['stale'],
})

export const uninstallExtension = endpoint({
  id: 'extensions.uninstall',
  method: 'POST',
  path: '/extensions/uninstall',
  auth: 'user',
  summary:
    'Removes an extension from a bucket. Keeps its stored data in case it is installed again.',
  body: oneInBucket,
  response: message,
})

const values = () => type({ values: type({ '[string]': 'unknown' }), rev: 'number.integer >= 0' })
const valueKey = () =>
  type(/^[A-Za-z][\w.-]{0,99}$/).describe('a key of letters, digits, _ . and -, from a letter on')

export const getExtensionValues = endpoint({
  id: 'extensions.values',
  method: 'GET',
  path: '/extensions/values',
  auth: 'user',
  summary: 'Returns the data that an extension stores in a bucket, shared by everyone who uses it.',
  query: oneInBucket,
  response: values,
})

export const updateExtensionValues = endpoint({
  id: 'extensions.updateValues',
  method: 'PATCH',
  path: '/extensions/values',
  auth: 'user',
  summary:
    'Stores values of an extension by key. Omitted keys do not change; null removes a key. Requires the permission to write objects.',
  body: () =>
    type({
      slug: bucketSlug(),
      extension_id: extensionId(),
      data: type.Record(valueKey(), 'unknown'),
      'rev?': 'number.integer >= 0',
    }),
  response: values,
  errors: ['stale', 'too_large'],
})
