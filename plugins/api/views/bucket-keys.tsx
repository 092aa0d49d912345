import { QueryView } from '@typecase/content/react/query-view'
import { type Bucket, type BucketKeyName, getBucket } from '@typecase/contract/buckets'
import { permissionsOf } from '@typecase/contract/roles'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { Switch } from '@typecase/ui/switch'
import { useMemo, useState } from 'react'

import { resetKeys, setDraftReading, setKeylessReading } from '../commands.ts'
import { keysPage } from '../keys/commands.ts'
import { KeyCard } from '../keys/key-card.tsx'
import keyStyles from '../keys/keys.module.css'
import styles from './api-page.module.css'
import { CopiedText } from './copied-text.tsx'

/** The section of the settings. */
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
          {keys.lost === undefined && (
            <>
              <KeyCards bucket={bucket} />
              <CopiedText
                label="Try it: two published objects, with the read key"
                of={title}
                text={`curl -G "${location.origin}/v3/buckets/${slug}/objects" \\\n  -d "read_key=$READ_KEY" -d limit=2 -d props=title,slug`}
              />
            </>
          )}
        </>
      ) : (
        <p className={styles.note}>Admins and developers of this bucket see its keys.</p>
      )}
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

/** The three keys, hidden at first: someone may look over one's shoulder. */
function KeyCards({ bucket }: { bucket: Bucket }) {
  const [current, setCurrent] = useState<BucketKeyName>('read')
  const [shown, setShown] = useState<readonly string[]>([])
  useProvideFacts({ 'api.key': current })
  usePageHandle(
    keysPage,
    useMemo(
      () => ({
        toggle: (key: string) =>
          setShown((now) => (now.includes(key) ? now.filter((one) => one !== key) : [...now, key])),
      }),
      [],
    ),
  )
  const card = (name: BucketKeyName) => ({
    bucket,
    name,
    isShown: shown.includes(name),
    isCurrent: current === name,
    onFocus: () => setCurrent(name),
  })
  return (
    <div className={keyStyles.keys}>
      <KeyCard {...card('read')}>
        {bucket.read_key_reads_drafts
          ? 'For your website. It also reads drafts, as turned on below.'
          : 'For your website. It sees published content only, so it is safe in a browser.'}
      </KeyCard>
      <KeyCard {...card('preview')}>
        For preview sites and staging. It sees drafts and scheduled content, too. Keep it on a
        server.
      </KeyCard>
      <KeyCard {...card('write')}>
        For scripts and imports. It can create, change and delete everything in this bucket. Never
        put it in a page.
      </KeyCard>
    </div>
  )
}
