import type { ObjectType } from '@typecase/contract/object-types'
import { useDeferredValue, useMemo } from 'react'

import { newDraft } from '../draft/draft.ts'
import { groupsOf } from '../draft/units.ts'
import { newValues } from '@typecase/content/object/values'
import { FieldList } from '../fields/field-list.tsx'
import type { EditorSession } from '../session/editor-session.ts'
import { createSession } from '../session/session.ts'
import { SessionProvider } from '../use-session.tsx'
import styles from './editor.module.css'
import { ContentField, SlugField, TitleField } from './object-fields.tsx'

/** Shows the form of a new object of a type that is still being designed, read-only. */
export default function FormPreview({
  bucketSlug,
  objectType,
}: {
  bucketSlug: string
  objectType: ObjectType
}) {
  // Typing in the builder has priority over this rendering.
  const deferredType = useDeferredValue(objectType)
  const session = useMemo(
    () => sessionWithoutServer(bucketSlug, deferredType),
    [bucketSlug, deferredType],
  )
  const { slug_field, content_editor } = deferredType.options
  return (
    <SessionProvider session={session}>
      {/* `inert` removes the form from the keyboard; `aria-hidden` hides its names from tools that do not support
          `inert` yet. */}
      <div inert aria-hidden="true">
        <div className={styles.head}>
          <TitleField />
          {slug_field ? <SlugField /> : null}
        </div>
        {content_editor ? <ContentField /> : null}
        <FieldList fields={deferredType.metafields} prefix="metadata" />
      </div>
    </SessionProvider>
  )
}

/** Creates a session that stores and sends nothing, because no one can type here. */
function sessionWithoutServer(bucketSlug: string, objectType: ObjectType): EditorSession {
  const nothing = () => new Promise<never>(() => {})
  return createSession({
    bucketSlug,
    objectType,
    opened: { isNew: true, type: objectType.slug, locale: '' },
    draft: newDraft(newValues(objectType, null), groupsOf(objectType)),
    stored: undefined,
    draftKey: () => '',
    drafts: { get: nothing, put: nothing, remove: nothing },
    calls: { send: nothing, read: nothing },
    onSaved: () => undefined,
  })
}
