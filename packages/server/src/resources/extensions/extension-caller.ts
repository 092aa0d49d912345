import type { Endpoint } from '@typecase/contract/endpoint'
import {
  type ExtensionPermission,
  extensionPermissionWords,
} from '@typecase/contract/extension-manifest'
import { EXTENSION_HEADER } from '@typecase/contract/product'
import type { FastifyRequest } from 'fastify'

import type { Reader } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { forbidden } from '../../http/failure.ts'
import './tables.ts'

/** The extension through which the dashboard makes a call for its user. */
export interface ExtensionCaller {
  readonly id: string
  /** The permission that the extension needs; null for a call that every extension may make. */
  readonly needs: ExtensionPermission | null
}

/**
 * The calls that an extension may make, with the permission for each. All of them concern one bucket, and `openBucket`
 * checks the permission when it opens it.
 */
const calls: Readonly<Record<string, ExtensionPermission | null>> = {
  'objects.list': 'objects:read',
  'objects.get': 'objects:read',
  'objects.titles': 'objects:read',
  'objects.search': 'objects:read',
  'objects.updateMany': 'objects:write',
  'jobs.get': 'objects:write',
  'media.list': 'media:read',
  'media.get': 'media:read',
  'extensions.values': null,
  'extensions.updateValues': null,
}

/** The kind of job that runs a large `objects.updateMany`. */
export const EXTENSION_JOB = 'objects.updateMany'

/**
 * Returns the extension that a call names in its header.
 * @throws Failure `forbidden` for a call that no extension may make
 */
export function extensionOf(
  { id: endpointId }: Pick<Endpoint, 'id'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): ExtensionCaller | undefined {
  const header = headers[EXTENSION_HEADER]
  if (header === undefined) return undefined
  const needs = Object.hasOwn(calls, endpointId) ? calls[endpointId] : undefined
  if (needs === undefined) throw forbidden('An extension cannot do this.')
  return { id: String(header), needs }
}

const grantedTo = prepared((db, of: { bucketId: string; id: string }) =>
  db
    .selectFrom('installed_extensions')
    .select(['is_enabled', 'permissions'])
    .where('bucket_id', '=', of.bucketId)
    .where('extension_id', '=', of.id),
)

/**
 * Checks that an extension may make a call in a bucket.
 * @throws Failure `forbidden` unless it is installed in the bucket, enabled, and has the permission
 */
export async function assertGranted(
  db: Reader,
  bucketId: string,
  { id, needs }: ExtensionCaller,
): Promise<void> {
  const [row] = await grantedTo(db, { bucketId, id })
  if (!row) throw forbidden('This extension is not installed in this bucket.')
  if (row.is_enabled === 0) throw forbidden('This extension is turned off in this bucket.')
  // The contract's schema validated the column before it was stored.
  const granted = JSON.parse(row.permissions) as ExtensionPermission[]
  if (needs !== null && !granted.includes(needs))
    throw forbidden(`This extension was not allowed to ${extensionPermissionWords[needs]}.`)
}
