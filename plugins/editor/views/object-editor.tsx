import { MissingObject } from '@typecase/content/react/missing-object'
import { getBucket } from '@typecase/contract/buckets'
import { getObject } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { Slot, useFills } from '@typecase/plugin-sdk/react/slot'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { type ReactNode, useState } from 'react'

import { objectRoute } from '../routes.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { ChooseType } from './choose-type.tsx'
import { EditorPage } from './editor-page.tsx'
import { isSessionFor, useOpenSession } from './use-open-session.tsx'
import styles from './editor.module.css'

interface Params {
  bucketSlug: string
  objectID: string
}

/** One object: its fields, its state, and what happens to it. */
export default function ObjectEditor() {
  const { bucketSlug, objectID } = useRouteParams(objectRoute)
  const { type = '', locale = '', title = '' } = useRouteSearch(objectRoute)
  const [session, setSession] = useState<EditorSession>()
  const address = { bucketSlug, objectID, type, locale }
  return (
    <NextToList bucketSlug={bucketSlug} objectID={objectID} type={type}>
      {session && isSessionFor(session, address) ? (
        <EditorPage key={session.name} session={session} objectID={objectID} />
      ) : (
        <Opening
          key={`${bucketSlug}/${objectID}/${type}/${locale}`}
          {...address}
          title={String(title)}
          onOpen={setSession}
        />
      )}
    </NextToList>
  )
}

interface NextToListProps extends Params {
  type: string
  children: ReactNode
}

/** The editor, and the list that a plugin shows at its left. The list stays while objects are opened from it. */
function NextToList({ bucketSlug, objectID, type, children }: NextToListProps) {
  const hasList = useFills('editor.list').length > 0
  const isZen = useFacts((facts) => facts.zen ?? false)
  const current = objectID === 'new' ? { objectID: undefined, type } : { objectID, type: undefined }
  return (
    <div className={styles.split}>
      {hasList && !isZen ? (
        <div className={styles.list}>
          <Slot name="editor.list" props={{ bucketSlug, ...current }} />
        </div>
      ) : null}
      <div className={styles.editor}>{children}</div>
    </div>
  )
}

interface OpeningProps extends Params {
  type: string
  locale: string
  /** Of a new one. */
  title: string
  onOpen: (session: EditorSession) => void
}

/** What there is until the object, its type, and the changes kept in this browser have been read. */
function Opening(props: OpeningProps) {
  const { bucketSlug: slug, objectID, type } = props
  const isNew = objectID === 'new'
  const bucket = useApiQuery(getBucket, { query: { slug } })
  const object = useApiQuery(
    getObject,
    { query: { slug, object_id: objectID } },
    { enabled: !isNew },
  )
  const types = bucket.data?.bucket.object_types
  const typeSlug = isNew ? type : object.data?.object.type
  const objectType = types?.find((one) => one.slug === typeSlug)
  const isOpening = useOpenSession({ ...props, objectType, object: object.data?.object })

  const failed = [bucket, object].find(hasFailed)
  if (failed)
    return <QueryFailure isPage query={failed} what="object" missing={<MissingObject />} />
  if (types && isNew && !type) return <ChooseType types={types} />
  if (types && typeSlug && !objectType) return <MissingObject typeSlug={typeSlug} />
  return isOpening ? (
    <div className={styles.document}>
      <SkeletonForm label="object" count={6} />
    </div>
  ) : null
}
