import { useQuery } from '@tanstack/react-query'
import { bucketQuery } from '@typecase/content/bucket'
import { togglePreview } from '@typecase/content/commands'
import { addressIn, addressOfRevision } from '@typecase/content/perspective'
import { previewAddress } from '@typecase/content/preview-link'
import { usePerspective } from '@typecase/content/react/perspective'
import { QueryView } from '@typecase/content/react/query-view'
import type { Bucket } from '@typecase/contract/buckets'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useServices } from '@typecase/plugin-sdk/react/services'
import type { Slots } from '@typecase/plugin-sdk/slot'
import { EmptyState } from '@typecase/ui/empty-state'
import { FailureState } from '@typecase/ui/failure-state'
import { PaneSeparator } from '@typecase/ui/pane-separator'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { type ReactNode, useState } from 'react'

import { addSite } from '../commands/sites.ts'
import { MAX_WIDTH, MIN_WIDTH, readWidth, siteKey, widthKey } from '../pane/preferences.ts'
import type { ShownRevision } from '../pane/preview-page.ts'
import { sitesOf, whyNotShown } from '../pane/sites.ts'
import { usePreference } from '../pane/use-preference.ts'
import styles from './preview.module.css'
import { SitePage } from './site-page.tsx'

export type PaneProps = Slots['editor.preview']

/** The object whose page is shown, in its last known state. */
interface Host {
  readonly id: string
  readonly object: CmsObject
  readonly type: ObjectType
}

/** Shows the right part of the editor: a page of the site. */
export default function PreviewPane(props: PaneProps) {
  const [width, setWidth] = usePreference(widthKey, readWidth)
  const [isDragging, setDragging] = useState(false)
  const query = useQuery(bucketQuery(useServices(), props.bucketSlug))
  return (
    <>
      <div className={styles.separator}>
        <PaneSeparator
          aria-label="Width of the preview"
          value={width}
          min={MIN_WIDTH}
          max={MAX_WIDTH}
          onChange={setWidth}
          onDrag={setDragging}
        />
      </div>
      <section
        aria-label="Preview"
        className={styles.pane}
        style={{ flexBasis: `${width}%` }}
        data-dragging={isDragging || undefined}
      >
        <QueryView query={query} what="preview" loading={<SkeletonLines label="preview" />}>
          {({ bucket }) => <HostPage {...props} bucket={bucket} />}
        </QueryView>
      </section>
    </>
  )
}

/**
 * Shows the page of the open object. An object opened from that page is edited beside it, and the page stays; an object
 * opened in any other way shows its own page.
 */
function HostPage(props: PaneProps & { bucket: Bucket }) {
  const { bucket, objectID, object, objectType } = props
  const [host, setHost] = useState<Host>()
  const [related, setRelated] = useState<string>()
  const isRelated = host !== undefined && objectID === related && objectID !== host.id
  if (!isRelated && objectID !== undefined && object?.id === objectID && objectType) {
    const isCurrent = host?.object === object && host.type === objectType
    if (!isCurrent) setHost({ id: objectID, object, type: objectType })
    if (related !== undefined && host?.id !== objectID) setRelated(undefined)
  }
  if (objectID === undefined)
    return <Message title="Not saved yet">The page appears here once the object is saved.</Message>
  if (!host || (!isRelated && host.id !== objectID)) return <SkeletonLines label="preview" />
  return (
    <ChosenSite
      key={host.id}
      {...props}
      bucket={bucket}
      host={host}
      isRelated={isRelated}
      onRelated={setRelated}
    />
  )
}

interface ChosenSiteProps extends PaneProps {
  bucket: Bucket
  host: Host
  isRelated: boolean
  onRelated: (objectID: string) => void
}

function ChosenSite(props: ChosenSiteProps) {
  const { bucket, host } = props
  const perspective = usePerspective(bucket.slug)
  const [chosen, choose] = usePreference(siteKey(bucket.slug, host.type.slug), String)
  const [attempt, setAttempt] = useState(0)
  const [revision, setRevision] = useState<ShownRevision>()
  const sites = sitesOf(bucket, host.type)
  const site = sites.find(({ id }) => id === chosen) ?? sites[0]
  if (!site)
    return (
      <Message
        title="No preview for this type"
        action={<CommandButton command={addSite} variant="primary" />}
      >
        {`Add the address of your site to see ${host.type.title} on it while you write.`}
      </Message>
    )
  const problem = whyNotShown(site)
  if (problem !== undefined)
    return (
      <FailureState
        title={`“${site.name}” can’t be shown`}
        actions={<CommandButton command={togglePreview} />}
      >
        {problem}
      </FailureState>
    )
  const page = previewAddress(site.url, host.object)
  const address = revision
    ? addressOfRevision(page, `${host.id}.${revision.rev}`)
    : addressIn(perspective, page)
  // The document around the frame only allows the sites that existed when it was loaded.
  const allowed = JSON.stringify([
    bucket.preview_sites,
    bucket.object_types.map(({ preview_link }) => preview_link),
  ])
  return (
    <SitePage
      key={`${attempt} ${allowed}`}
      {...props}
      sites={sites}
      site={site}
      revision={revision}
      showRevision={setRevision}
      choose={choose}
      address={address}
      onReload={() => setAttempt(attempt + 1)}
    />
  )
}

interface MessageProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

function Message({ title, action, children }: MessageProps) {
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.space} />
        <CommandButton command={togglePreview} variant="quiet" isIconOnly />
      </div>
      <EmptyState title={title} icon="monitor" action={action}>
        {children}
      </EmptyState>
    </>
  )
}
