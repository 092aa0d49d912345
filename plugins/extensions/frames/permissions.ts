import type { ExtensionManifest, ExtensionPermission } from '@typecase/contract/extension-manifest'
import type { CommandParams, Context } from '@typecase/extension-sdk/protocol'

import type { Method } from './messages.ts'

/** The parts of messages that the dashboard sends to a frame, by message and key. */
type Push = `context.${keyof Context}` | `command.${keyof CommandParams}`

/** The permission that each call, and each part of a message, requires; null means none. */
const needs: Readonly<Record<Method | Push, ExtensionPermission | null>> = {
  'objects.list': 'objects:read',
  'objects.get': 'objects:read',
  'objects.propose': 'objects:write',
  'objects.open': null,
  'objectTypes.list': 'objects:read',
  'media.list': 'media:read',
  'editor.setValue': 'objects:write',
  'editor.goTo': null,
  'values.get': null,
  'values.set': null,
  notify: null,
  resize: null,
  key: null,
  started: null,
  'context.view': null,
  'context.bucket': null,
  'context.theme': null,
  'context.object': 'objects:read',
  'command.name': null,
  'command.args': null,
  'command.objectIds': 'objects:read',
}

type Permissions = Pick<ExtensionManifest, 'permissions'>

/** Returns the permission for a call that the manifest lacks; undefined if it lacks none. */
export function missingPermission(
  method: Method,
  { permissions }: Permissions,
): ExtensionPermission | undefined {
  const need = needs[method]
  return need === null || permissions.includes(need) ? undefined : need
}

/**
 * Returns the parts of a message that the frame may see. Parts that need a permission are optional in the message's
 * type.
 */
export function visibleParts<T extends object>(
  message: 'context' | 'command',
  parts: T,
  { permissions }: Permissions,
): T {
  const isVisible = ([key]: [string, unknown]) => {
    const part = `${message}.${key}`
    const need = Object.hasOwn(needs, part) ? needs[part as Push] : undefined
    return need === null || (need !== undefined && permissions.includes(need))
  }
  return Object.fromEntries(Object.entries(parts).filter(isVisible)) as T
}
