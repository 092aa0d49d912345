import { refTo } from '@typecase/plugin-sdk/command'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { ProgressBar } from '@typecase/ui/progress-bar'

import { retryUploads } from '../commands/upload.ts'
import styles from './media.module.css'
import { useUploads } from './use-uploads.ts'

interface UploadListProps {
  bucketSlug: string
  /** Uploads have the layout of the media that they will become. */
  view: 'grid' | 'list'
}

/** Shows each file whose upload is in progress or has failed. */
export function UploadList({ bucketSlug, view }: UploadListProps) {
  const { uploads, open } = useUploads(bucketSlug)
  const commands = useService(Commands)
  if (open.length === 0) return null
  return (
    <ul aria-label="Uploads" className={styles.uploads} data-view={view}>
      {open.map(({ id, name, size, sent, status, reason }) => (
        <li key={id} className={styles.upload} data-failed={status === 'failed' || undefined}>
          {status === 'failed' ? (
            <span>
              {name} <span className={styles.reason}>{reason}</span>
            </span>
          ) : (
            <ProgressBar label={name} value={size > 0 ? (sent / size) * 100 : null} />
          )}
          <span>
            {status === 'failed' ? (
              <Button kbd="r" onPress={() => void commands.run(refTo(retryUploads))}>
                Retry
              </Button>
            ) : null}
            <Button
              variant="quiet"
              icon="x"
              aria-label={status === 'failed' ? `Dismiss ${name}` : `Cancel ${name}`}
              onPress={() => uploads?.cancel([id])}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
