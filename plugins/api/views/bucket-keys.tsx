import { type Bucket, getBucket } from '@typecase/contract/buckets'
import { permissionsOf } from '@typecase/contract/roles'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { FailureState } from '@typecase/ui/failure-state'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { Switch } from '@typecase/ui/switch'

import { resetKeys, setDraftReading, setKeylessReading } from '../commands.ts'
import styles from './api-page.module.css'
import { CopiedText } from './copied-text.tsx'

/** The section of the settings. */
export default function KeysSection({ bucketSlug }: { bucketSlug: string }) {
  const { data, error, refetch, isFetching } = useApiQuery(getBucket, {
    query: { slug: bucketSlug },
  })
  if (data) return <BucketKeys bucket={data.bucket} />
  if (!error) return <SkeletonForm count={3} />
  return (
    <FailureState
      title="The keys could not be loaded"
      requestId={isApiError(error) ? error.requestId : undefined}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    >
      {error.message}
    </FailureState>
  )
}

/** The keys of the content API, what each of them opens, and who may read drafts. */
export function BucketKeys({ bucket }: { bucket: Bucket }) {
  const { slug, title, api_access: keys, reads_without_key: isOpen } = bucket
  const { read_key_reads_drafts: readsDrafts } = bucket
  const change = useCommand(setDraftReading, { bucket: slug, read_key_reads_drafts: !readsDrafts })
  const open = useCommand(setKeylessReading, { bucket: slug, reads_without_key: !isOpen })
  return (
    <section aria-label="Keys" className={styles.entry}>
      <h2 className={styles.sectionTitle}>Keys</h2>
      {keys.lost !== undefined && <p className={styles.note}>{keys.lost}</p>}
      {permissionsOf[bucket.role].includes('types:write') ? (
        <>
          <p className={styles.note}>
            Sites read this bucket with the read key, which may be public. The preview key reads
            drafts and revisions as well; the write key can change everything. Keep both secret.
          </p>
          {keys.lost === undefined && (
            <>
              <CopiedText label="Read key" of={title} text={keys.read_key} />
              <CopiedText label="Preview key" of={title} text={keys.preview_key} isSecret />
              <CopiedText label="Write key" of={title} text={keys.write_key} isSecret />
            </>
          )}
        </>
      ) : (
        <p className={styles.note}>Admins and developers of this bucket see its keys.</p>
      )}
      <Switch
        isSelected={readsDrafts}
        isDisabled={!change.isEnabled || change.isRunning}
        onChange={() => void change.run()}
        description={
          change.isEnabled
            ? 'Anyone with the read key, which is public on most sites, can then read what is not published. Switch this off once your previews use the preview key.'
            : change.reason
        }
      >
        Let the read key read drafts and revisions
      </Switch>
      <Switch
        isSelected={isOpen}
        isDisabled={!open.isEnabled || open.isRunning}
        onChange={() => void open.run()}
        description={
          open.isEnabled
            ? 'Anyone who knows the address of the bucket can then read what is published. Drafts, revisions and writes need their keys as before.'
            : open.reason
        }
      >
        Let everybody read what is published, without a key
      </Switch>
      <div className={styles.actions}>
        <CommandButton command={resetKeys} args={{ bucket: slug }} />
      </div>
    </section>
  )
}
