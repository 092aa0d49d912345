import { useQuery } from '@tanstack/react-query'
import { directionOf } from '@typecase/content/locale-names'
import { previewAddress } from '@typecase/content/preview-link'
import { FieldValues } from '@typecase/content/react/field-value'
import { type OpenedLink, openSharedLink } from '@typecase/contract/shared-links'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { FailureState } from '@typecase/ui/failure-state'
import { SkeletonLines } from '@typecase/ui/skeleton'
import { Tab, TabList, TabPanel, Tabs } from '@typecase/ui/tabs'
import { useState } from 'react'

import { usePage } from '../views/use-page.ts'
import { GuestComment } from './guest-comment.tsx'
import { readSharedObject } from './shared-object.ts'
import styles from './shared.module.css'

interface GuestObjectProps {
  link: string
  content: OpenedLink
  object: OpenedLink['objects'][number]
}

/** Shows one object of a shared link: its page on the site if it has one, its fields, and a form for comments. */
export function GuestObject({ link, content, object: { id, type: slug } }: GuestObjectProps) {
  const api = useService(Api)
  const type = content.types.find((one) => one.slug === slug)
  const { token, bucket } = content
  const query = useQuery({
    queryKey: ['shared-object', link, id],
    queryFn: ({ signal }) => readSharedObject(api, content, id, signal),
    staleTime: Infinity,
  })
  const { data, error } = query
  if (error)
    return (
      <FailureState title="This object could not be loaded" onRetry={() => void query.refetch()}>
        {error.message}
      </FailureState>
    )
  if (!data) return <SkeletonLines label="object" />
  const { object, titles } = data
  const { locale } = object
  const fields = (
    <article
      className={styles.fields}
      {...(locale !== null && { lang: locale, dir: directionOf(locale) })}
    >
      <h2 className={styles.title}>{object.title || 'Untitled'}</h2>
      <FieldValues
        fields={[
          { key: 'content', title: 'Content', type: 'html-textarea' },
          ...(type?.metafields ?? []),
        ]}
        values={{ ...object.metadata, content: object.content }}
        context={{ object, bucketSlug: bucket.slug, titles, kinds: [], isReadOnly: true }}
      />
    </article>
  )
  return (
    <>
      {type?.site ? (
        <Tabs>
          <TabList aria-label="View">
            <Tab id="page">Page</Tab>
            <Tab id="fields">Fields</Tab>
          </TabList>
          <TabPanel id="page">
            <SitePage link={link} content={content} address={previewAddress(type.site, object)} />
          </TabPanel>
          <TabPanel id="fields">{fields}</TabPanel>
        </Tabs>
      ) : (
        fields
      )}
      {content.takes_comments ? <GuestComment link={link} token={token} objectID={id} /> : null}
    </>
  )
}

interface SitePageProps {
  link: string
  content: OpenedLink
  address: string
}

/** Shows the page of the site. It receives the token of the link, not that of the dashboard. */
function SitePage({ link, content, address }: SitePageProps) {
  const api = useService(Api)
  const [holder, setHolder] = useState<Window>()
  const { page } = usePage({
    bucketSlug: content.bucket.slug,
    holder,
    address,
    async access() {
      const body = { link, token: content.token }
      const { bucket, token, token_expires_at: end } = await api.call(openSharedLink, { body })
      return { bucket: bucket.slug, token, expiresAt: Date.parse(end) }
    },
    onConnect() {},
    onMessage() {},
  })
  return (
    <div className={styles.site}>
      <div role="status">
        {page.state === 'silent' ? (
          <p className={styles.note}>
            This page may be empty, or show another version. The draft is under “Fields”.
          </p>
        ) : null}
      </div>
      {page.state === 'failed' ? (
        <FailureState title="The page could not be shown">
          {page.reason} Its content is under “Fields”.
        </FailureState>
      ) : null}
      <iframe
        title="Page of the site"
        src={content.frame}
        hidden={page.state === 'failed'}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- this document has no scripts; the page within it has another origin
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        className={styles.frame}
        onLoad={({ currentTarget }) => setHolder(currentTarget.contentWindow ?? undefined)}
      />
    </div>
  )
}
