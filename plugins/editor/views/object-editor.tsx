import { useQuery } from '@tanstack/react-query'
import { type PeekData, peekQuery } from '@typecase/content/object/peek-query'
import { MissingObject } from '@typecase/content/react/missing-object'
import { PerspectiveNote, usePerspective } from '@typecase/content/react/perspective'
import { getBucket } from '@typecase/contract/buckets'
import { getObject } from '@typecase/contract/objects'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { Slot, useFills } from '@typecase/plugin-sdk/react/slot'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react'

import { objectRoute } from '../routes.ts'
import type { EditorSession } from '../session/editor-session.ts'
import { formOf } from '../side-locale.tsx'
import { ChooseType } from './choose-type.tsx'
import { EditorPage } from './editor-page.tsx'
import { ReadingPage } from './reading-page.tsx'
import { isSessionFor, useOpenSession } from './use-open-session.tsx'
import styles from './editor.module.css'

interface Params {
  bucketSlug: string
  objectID: string
}

/** Shows one object: its fields, its state, and its actions. */
export default function ObjectEditor() {
  const { bucketSlug, objectID } = useRouteParams(objectRoute)
  const { type = '', locale = '', title = '' } = useRouteSearch(objectRoute)
  const [session, setSession] = useState<EditorSession>()
  const address = { bucketSlug, objectID, type, locale }
  const current = session && isSessionFor(session, address) ? session : undefined
  const perspective = usePerspective(bucketSlug)
  const isReading = perspective.kind !== 'drafts' && objectID !== 'new'
  const reading = useQuery({
    ...peekQuery(useServices(), bucketSlug, objectID, 'objects', perspective),
    enabled: isReading,
  })
  return (
    <Surroundings
      bucketSlug={bucketSlug}
      objectID={objectID}
      type={type}
      session={isReading ? undefined : current}
      reading={isReading ? reading.data : undefined}
    >
      {objectID === 'new' ? null : <PerspectiveNote bucketSlug={bucketSlug} />}
      {isReading ? (
        <ReadingPage bucketSlug={bucketSlug} query={reading} />
      ) : current ? (
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
  /** The object in a read-only perspective, instead of a session. */
  reading: PeekData | undefined
  children: ReactNode
}

/** The editor, with what plugins show to its left and right: list and preview stay while objects are opened. */
function Surroundings(props: SurroundingsProps) {
  const { bucketSlug, objectID, type, session, reading, children } = props
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
          <Preview {...{ bucketSlug, session, reading }} objectID={current.objectID} />
        </div>
      ) : null}
    </div>
  )
}

interface PreviewProps {
  bucketSlug: string
  objectID: string | undefined
  session: EditorSession | undefined
  reading: PeekData | undefined
}

function Preview({ session, reading, ...params }: PreviewProps) {
  const subscribe = useCallback(
    (listener: () => void) => session?.subscribe(listener) ?? (() => {}),
    [session],
  )
  const edited = useSyncExternalStore(subscribe, () => session?.get().draft.server)
  const form = useMemo(() => session && formOf(session), [session])
  const object = reading?.object ?? edited
  const objectType = reading?.type ?? session?.objectType
  return <Slot name="editor.preview" props={{ ...params, form, object, objectType }} />
}

interface OpeningProps extends Params {
  type: string
  locale: string
  /** The title of a new object. */
  title: string
  onOpen: (session: EditorSession) => void
}

/** Shows a loading state until the object, its type, and the changes stored in this browser have been read. */
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
