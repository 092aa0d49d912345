import { useFieldKinds } from '@typecase/content/react/field-kinds'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'
import { useHost } from '@typecase/plugin-sdk/react/host'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { useEffect, useEffectEvent } from 'react'

import { openEditor } from '../session/open-editor.ts'
import type { EditorSession } from '../session/editor-session.ts'

/** Opens the session of an object when everything it needs has loaded. @returns whether it is still loading */
export function useOpenSession({
  objectType,
  object,
  title,
  onOpen,
  ...address
}: ObjectAddress & {
  /** The title of a new object, unless stored changes have one. */
  title: string
  objectType: ObjectType | undefined
  object: CmsObject | undefined
  onOpen: (session: EditorSession) => void
}): boolean {
  const { services } = useHost()
  const kinds = useFieldKinds()
  const userID = useUser().data?.id ?? ''
  const isReady = objectType !== undefined && (address.objectID === 'new' || object !== undefined)
  const open = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!objectType) return
    const session = await openEditor(services, {
      ...address,
      userID,
      objectType,
      object,
      kinds,
    })
    if (title && !object && session.get().draft.values.title === '') session.edit('title', title)
    if (isCurrent()) onOpen(session)
  })

  // Stored changes are in IndexedDB, which answers asynchronously.
  useEffect(() => {
    if (!isReady) return undefined
    let isCurrent = true
    void open(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [isReady])
  return true
}

/** The address of an object in the editor. */
export interface ObjectAddress {
  readonly bucketSlug: string
  readonly objectID: string
  readonly type: string
  readonly locale: string
}

/**
 * Whether an address belongs to the object of this session. A new object has both of its addresses until it has moved.
 */
export function isSessionFor(session: EditorSession, address: ObjectAddress): boolean {
  if (session.bucketSlug !== address.bucketSlug) return false
  if (address.objectID !== 'new') return session.objectID() === address.objectID
  const { opened } = session
  return (
    opened.isNew &&
    !session.hasMoved() &&
    opened.type === address.type &&
    opened.locale === address.locale
  )
}
