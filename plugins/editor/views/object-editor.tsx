import { MissingObject } from '@typecase/content/react/missing-object'
import { getBucket } from '@typecase/contract/buckets'
import { getObject } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { Slot, useFills } from '@typecase/plugin-sdk/react/slot'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react'

import { objectRoute } from '../routes.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { formOf } from '../side-locale.tsx'
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
  const current = session && isSessionFor(session, address) ? session : undefined
  return (
    <Surroundings bucketSlug={bucketSlug} objectID={objectID} type={type} session={current}>
      {current ? (
        <EditorPage key={current.name} session={current} objectID={objectID} />
      ) : (
        <Opening
          key={`${bucketSlug}/${objectID}/${type}/${locale}`}
          {...address}
          title={String(title)}
          onOpen={setSession}
        />
      )}
    </Surroundings>
  )
}

interface SurroundingsProps extends Params {
  type: string
  session: EditorSession | undefined
  children: ReactNode
}

/** The editor with what plugins show left and right of it: list and page stay while objects are opened. */
function Surroundings({ bucketSlug, objectID, type, session, children }: SurroundingsProps) {
  const hasList = useFills('editor.list').length > 0
  const hasPreview = useFills('editor.preview').length > 0
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
      {hasPreview && !isZen ? (
        <div className={styles.preview}>
          <Preview bucketSlug={bucketSlug} objectID={current.objectID} session={session} />
        </div>
      ) : null}
    </div>
  )
}

interface PreviewProps {
  bucketSlug: string
  objectID: string | undefined
  session: EditorSession | undefined
}

function Preview({ session, ...params }: PreviewProps) {
  const subscribe = useCallback(
    (listener: () => void) => session?.subscribe(listener) ?? (() => {}),
    [session],
  )
  const object = useSyncExternalStore(subscribe, () => session?.get().draft.server)
  const form = useMemo(() => session && formOf(session), [session])
  const objectType = session?.objectType
  return <Slot name="editor.preview" props={{ ...params, form, object, objectType }} />
}

interface OpeningProps extends Params {
  type: string
  locale: string
  /** Of a new one. */
  title: string
  onOpen: (session: EditorSession) => void
}

/** The loading state until the object, its type, and the changes stored in this browser have been read. */
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
