import { objectRoute } from '@typecase/content/routes'
import { COMMENTS_PAGE_SIZE, countComments } from '@typecase/contract/comments'
import { getBucket } from '@typecase/contract/buckets'
import { PagedList } from '@typecase/content/react/paged-list'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { usePeople } from '@typecase/content/react/people'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'
import { Page, PageHeader } from '@typecase/ui/page'
import { SegmentedControl } from '@typecase/ui/segmented-control'

import { markAllRead, nextOpen } from '../commands/comments.ts'
import { commentsRoute } from '../routes.ts'
import styles from './comments.module.css'
import { ThreadView } from './thread-view.tsx'
import { type Show, useThreads } from './use-threads.ts'

/** The comments of the whole bucket. */
export default function CommentsPage() {
  const { bucketSlug } = useRouteParams(commentsRoute)
  const { show = 'open', skip = 0 } = useRouteSearch(commentsRoute)
  const { go, href } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const page = { limit: COMMENTS_PAGE_SIZE, skip }
  const query = useThreads(bucketSlug, show, page)
  const { data, isFetching } = query
  const { data: counts } = useApiQuery(countComments, { query: { slug: bucketSlug } })
  const { data: bucket } = useApiQuery(getBucket, { query: { slug: bucketSlug } })
  const leadTo = (search: { show?: Show; skip?: number }) => void go(commentsRoute, { search })
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="comments" />
  return (
    <Page>
      <PageHeader title="Comments" detail={data?.total}>
        <SegmentedControl
          aria-label="Which comments"
          segments={[
            { id: 'open', label: 'Open', detail: counts?.open || undefined },
            { id: 'mine', label: 'For me', detail: counts?.unread || undefined },
            { id: 'resolved', label: 'Resolved', detail: counts?.resolved || undefined },
          ]}
          value={show}
          onChange={(next) => leadTo({ show: next })}
        />
        <CommandButton command={markAllRead} />
        <CommandButton command={nextOpen} variant="primary" />
      </PageHeader>
      <PagedList
        query={query}
        what="comments"
        skip={skip}
        size={COMMENTS_PAGE_SIZE}
        onSkip={(next) => leadTo({ show, skip: next })}
        empty={
          <EmptyState title={nothing[show]} icon="message-square">
            Open an object to comment on it or on one of its fields.
          </EmptyState>
        }
      >
        {({ comments, total }) => (
          <div role="feed" aria-label="Comments" aria-busy={isFetching} className={styles.feed}>
            {comments.map((thread, index) => (
              <ThreadView
                key={thread.id}
                {...{ thread, bucketSlug, people, total }}
                type={bucket?.bucket.object_types.find(({ slug }) => slug === thread.object_type)}
                index={skip + index + 1}
                lead={
                  <Link
                    variant="quiet"
                    href={href(objectRoute, {
                      params: { bucketSlug, objectID: thread.object_id },
                    })}
                  >
                    {thread.object_title || 'Untitled'}
                  </Link>
                }
              />
            ))}
          </div>
        )}
      </PagedList>
    </Page>
  )
}

const nothing: Record<Show, string> = {
  open: 'No open comments',
  mine: 'No one is waiting for you',
  resolved: 'No resolved threads yet',
}
