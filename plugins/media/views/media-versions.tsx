import { listMediaVersions, type ManagedMedia, type MediaVersion } from '@typecase/contract/media'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Link } from '@typecase/ui/link'
import { InspectorSection } from '@typecase/ui/split-layout'
import { Time } from '@typecase/ui/time'

import { restoreVersion } from '../commands/versions.ts'
import { formatMeasure } from '../list/media-words.ts'
import styles from './media.module.css'
import { Thumbnail } from './thumbnail.tsx'

interface MediaVersionsProps {
  bucketSlug: string
  media: ManagedMedia
}

/** Shows the earlier files of a media, to view and restore them. */
export function MediaVersions({ bucketSlug, media }: MediaVersionsProps) {
  const { data, error } = useApiQuery(listMediaVersions, {
    query: { slug: bucketSlug, media_id: media.id },
  })
  if (error) {
    return (
      <InspectorSection title="Versions">
        <p className={styles.note}>Earlier files could not be loaded. {error.message}</p>
      </InspectorSection>
    )
  }
  if (!data || data.versions.length === 0) return null
  return (
    <InspectorSection title="Versions" detail={data.versions.length}>
      <ul aria-label="Versions" className={styles.versions}>
        {data.versions.map((version) => (
          <Version key={version.change_set_id} version={version} />
        ))}
      </ul>
    </InspectorSection>
  )
}

function Version({ version }: { version: MediaVersion }) {
  const { change_set_id, original_name, url, replaced_at } = version
  return (
    <li>
      <span className={styles.versionImage}>
        <Thumbnail media={{ ...version, imgix_url: url, alt_text: '' }} width={96} />
      </span>
      <span className={styles.versionText}>
        <Link variant="quiet" href={url} target="_blank" rel="noreferrer">
          {original_name}
        </Link>
        <span className={styles.note}>
          {formatMeasure(version)}, replaced <Time value={replaced_at} />
        </span>
      </span>
      <CommandButton command={restoreVersion} args={{ change_set_id }} variant="quiet" isPlain>
        Restore
      </CommandButton>
    </li>
  )
}
