import { objectRoute } from '@typecase/content/routes'
import { formatSize } from '@typecase/ui/format'
import { type ManagedMedia, mediaReferences } from '@typecase/contract/media'
import { listMediaFolders } from '@typecase/contract/media-folders'
import { focalPointIn } from '@typecase/contract/picture-use'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'
import { Fact, Facts, Inspector, InspectorSection, LineItem } from '@typecase/ui/split-layout'
import { Time } from '@typecase/ui/time'
import type { ReactNode, RefObject } from 'react'

import { isViewable, isPicture, nameOf } from '../list/media-words.ts'
import styles from './media.module.css'
import { MediaMetadata } from './media-metadata.tsx'
import { MediaText } from './media-text.tsx'
import { MediaVersions } from './media-versions.tsx'
import { Thumbnail } from './thumbnail.tsx'

interface MediaDetailsProps {
  bucketSlug: string
  media: ManagedMedia
  altText: RefObject<HTMLTextAreaElement | null>
  /** Shown below the preview. */
  note?: ReactNode
  /** Omits the parts that only the media page needs. */
  isShort?: boolean
  /** The actions, shown at the end. */
  children?: ReactNode
}

/** Shows a large preview of a media, its editable texts, and the objects that use it. */
export function MediaDetails({
  bucketSlug,
  media,
  altText,
  note,
  isShort,
  children,
}: MediaDetailsProps) {
  const { width, height, type, size, folder, created_at } = media
  const focal = focalPointIn(media.metadata)
  return (
    <Inspector aria-label={nameOf(media)}>
      <div className={styles.preview}>
        <Thumbnail media={media} width={640} alt={media.alt_text || nameOf(media)} />
      </div>
      {isPicture(media) && !isViewable(media) ? (
        <p className={styles.note}>
          Browsers cannot show this format. Download the file to see it.
        </p>
      ) : null}
      {note}
      <div className={styles.fields}>
        {isPicture(media) ? (
          <MediaText {...{ bucketSlug, media }} field="alt_text" input={altText} />
        ) : null}
        <MediaText {...{ bucketSlug, media }} field="title" />
      </div>
      <Facts>
        <Fact name="File">{nameOf(media)}</Fact>
        {width !== null && height !== null ? (
          <Fact name="Dimensions">{`${width} × ${height}`}</Fact>
        ) : null}
        {focal ? (
          <Fact name="Focal point">
            {focal.map((share) => `${Math.round(share * 100)}%`).join(', ')}
          </Fact>
        ) : null}
        <Fact name="Type">{type}</Fact>
        <Fact name="Size">{formatSize(size)}</Fact>
        {media.may_hold_location ? (
          <Fact name="Metadata">Kept, and may include a location</Fact>
        ) : null}
        {folder ? (
          <Fact name="Folder">
            <FolderTitle bucketSlug={bucketSlug} folder={folder} />
          </Fact>
        ) : null}
        <Fact name="Added">
          <Time value={created_at} />
        </Fact>
      </Facts>
      <UsedBy bucketSlug={bucketSlug} id={media.id} />
      {isShort ? null : <MediaMetadata bucketSlug={bucketSlug} media={media} />}
      {isShort ? null : <MediaVersions bucketSlug={bucketSlug} media={media} />}
      {children}
    </Inspector>
  )
}

/** Shows the title of a folder, or its slug until the titles have loaded. */
function FolderTitle({ bucketSlug, folder }: { bucketSlug: string; folder: string }) {
  const { data } = useApiQuery(listMediaFolders, { query: { slug: bucketSlug } })
  return data?.media_folders.find(({ slug }) => slug === folder)?.title ?? folder
}

/** Number of objects shown in the pane. */
const FIRST = 5

function UsedBy({ bucketSlug, id }: { bucketSlug: string; id: string }) {
  const { href } = useService(Navigation)
  const { data, error } = useApiQuery(mediaReferences, {
    query: { slug: bucketSlug, media_id: id, limit: FIRST },
  })
  return (
    <InspectorSection title="Used by" detail={data?.total ? data.total : undefined}>
      {error ? (
        <p className={styles.note}>The objects that use it could not be loaded. {error.message}</p>
      ) : null}
      {data?.total === 0 ? <p className={styles.note}>Not used by any object.</p> : null}
      <ul aria-label="Used by" className={styles.uses}>
        {data?.references.map(({ object_id, title, fields }) => (
          <li key={object_id}>
            <LineItem detail={fields[0]?.label}>
              <Link
                variant="quiet"
                href={href(objectRoute, { params: { bucketSlug, objectID: object_id } })}
              >
                {title || 'Untitled'}
              </Link>
            </LineItem>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
