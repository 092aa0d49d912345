import type { EditorSession } from '../session/editor-session.ts'

/** The address of an object in the editor. */
export interface ObjectPlace {
  readonly bucketSlug: string
  readonly objectID: string
  readonly type: string
  readonly locale: string
}

/** Whether an address is about the object of this session. A new one is found under both of its addresses until it has moved. */
export function isSessionFor(session: EditorSession, place: ObjectPlace): boolean {
  if (session.bucketSlug !== place.bucketSlug) return false
  if (place.objectID !== 'new') return session.objectID() === place.objectID
  const { opened } = session
  return (
    opened.isNew &&
    !session.hasMoved() &&
    opened.type === place.type &&
    opened.locale === place.locale
  )
}
