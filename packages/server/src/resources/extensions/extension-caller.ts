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

/** An extension in whose name the dashboard makes a call, for the user that it runs for. */
export interface ExtensionCaller {
  readonly id: string
  /** The permission that the extension needs; null for calls open to every extension. */
  readonly needs: ExtensionPermission | null
}

/**
 * The calls that an extension may make, with the permission for each. All of them are about one bucket, which
 * `openBucket` opens: there it is checked.
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

/** The kind of job that a large `objects.updateMany` becomes. */
export const EXTENSION_JOB = 'objects.updateMany'

/** The extension that a call names in its header. @throws Failure `forbidden` for a call that none may make */
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

/** @throws Failure `forbidden` unless the extension is installed in the bucket, switched on, and has the permission */
export async function assertGranted(
  db: Reader,
  bucketId: string,
  { id, needs }: ExtensionCaller,
): Promise<void> {
  const [row] = await grantedTo(db, { bucketId, id })
  if (!row) throw forbidden('This extension is not installed in this bucket.')
  if (row.is_enabled === 0) throw forbidden('This extension is turned off in this bucket.')
  // The contract's schema has validated the column.
  const granted = JSON.parse(row.permissions) as ExtensionPermission[]
  if (needs !== null && !granted.includes(needs))
    throw forbidden(`This extension was not allowed to ${extensionPermissionWords[needs]}.`)
}
