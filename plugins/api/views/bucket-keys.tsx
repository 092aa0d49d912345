import { QueryView } from '@typecase/content/react/query-view'
import { type Bucket, getBucket } from '@typecase/contract/buckets'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { Switch } from '@typecase/ui/switch'

import { resetKeys, setDraftReading, setKeylessReading } from '../commands.ts'
import { KeysAndExample } from '../keys/keys-and-example.tsx'
import styles from './api-page.module.css'

/** The section of the settings with the keys. */
export default function KeysSection({ bucketSlug }: { bucketSlug: string }) {
  const query = useApiQuery(getBucket, {
    query: { slug: bucketSlug },
  })
  return (
    <QueryView query={query} what="keys" loading={<SkeletonForm count={3} />}>
      {(data) => <BucketKeys bucket={data.bucket} />}
    </QueryView>
  )
}

/** The keys of the content API, what each gives access to, and who may read drafts. */
export function BucketKeys({ bucket }: { bucket: Bucket }) {
  const { slug, reads_without_key: isOpen, read_key_reads_drafts: readsDrafts } = bucket
  const change = useCommand(setDraftReading, { bucket: slug, read_key_reads_drafts: !readsDrafts })
  const open = useCommand(setKeylessReading, { bucket: slug, reads_without_key: !isOpen })
  return (
    <section aria-label="Keys" className={styles.entry}>
      <h2 className={styles.sectionTitle}>Keys</h2>
      <KeysAndExample bucket={bucket} />
      <Switch
        isSelected={readsDrafts}
        isDisabled={change.isRunning}
        disabledReason={change.isEnabled ? undefined : change.reason}
        onChange={() => void change.run()}
        description="Anyone with the read key, which is public on most sites, can then read what is not published. Switch this off once your previews use the preview key."
      >
        Let the read key read drafts and revisions
      </Switch>
      <Switch
        isSelected={isOpen}
        isDisabled={open.isRunning}
        disabledReason={open.isEnabled ? undefined : open.reason}
        onChange={() => void open.run()}
        description="Anyone who knows the address of the bucket can then read what is published. Drafts, revisions and writes need their keys as before."
      >
        Let anyone read published content without a key
      </Switch>
      <div className={styles.actions}>
        <CommandButton command={resetKeys} args={{ bucket: slug }} />
      </div>
    </section>
  )
}
