import type { Bucket, BucketKeyName } from '@typecase/contract/buckets'
import { permissionsOf } from '@typecase/contract/roles'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useMemo, useState } from 'react'

import { CopiedText } from '../views/copied-text.tsx'
import { keysPage } from './commands.ts'
import { KeyCard } from './key-card.tsx'
import styles from './keys.module.css'

/** The keys of the content API and a first request with one of them, for users who may see keys. */
export function KeysAndExample({ bucket }: { bucket: Bucket }) {
  const { slug, title, role, api_access: keys } = bucket
  if (!permissionsOf[role].includes('types:write'))
    return <p className={styles.note}>Admins and developers of this bucket see its keys.</p>
  if (keys.lost !== undefined) return <p className={styles.note}>{keys.lost}</p>
  return (
    <>
      <KeyCards bucket={bucket} />
      <CopiedText
        label="Try it: two published objects, with the read key"
        of={title}
        text={`curl -G "${location.origin}/v3/buckets/${slug}/objects" \\\n  -d "read_key=$READ_KEY" -d limit=2 -d props=title,slug`}
      />
    </>
  )
}

/** The three keys. They are hidden at first, because other people may see the screen. */
function KeyCards({ bucket }: { bucket: Bucket }) {
  const [current, setCurrent] = useState<BucketKeyName>('read')
  const [visibleNames, setVisibleNames] = useState<readonly string[]>([])
  useProvideFacts({ 'api.key': current })
  usePageHandle(
    keysPage,
    useMemo(
      () => ({
        toggle: (key: string) =>
          setVisibleNames((now) =>
            now.includes(key) ? now.filter((one) => one !== key) : [...now, key],
          ),
      }),
      [],
    ),
  )
  const card = (name: BucketKeyName) => ({
    bucket,
    name,
    isVisible: visibleNames.includes(name),
    isCurrent: current === name,
    onFocus: () => setCurrent(name),
  })
  return (
    <div className={styles.keys}>
      <KeyCard {...card('read')}>
        {bucket.read_key_reads_drafts
          ? 'For your website. It also reads drafts, as set in the bucket’s settings.'
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
