import { MissingObject } from '@typecase/content/react/missing-object'
import { getBucket } from '@typecase/contract/buckets'
import { getObject } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { useState } from 'react'

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
  const place = { bucketSlug, objectID, type, locale }
  if (session && isSessionFor(session, place)) {
    return <EditorPage key={session.name} session={session} objectID={objectID} />
  }
  const key = `${bucketSlug}/${objectID}/${type}/${locale}`
  return <Opening key={key} {...place} title={String(title)} onOpen={setSession} />
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
