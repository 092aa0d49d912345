import { QueryView } from '@typecase/content/react/query-view'
import { COMMENTS_PAGE_SIZE, countComments } from '@typecase/contract/comments'
import type { ObjectType } from '@typecase/contract/object-types'
import type { CmsObject } from '@typecase/contract/objects'
import { usePeople } from '@typecase/content/react/people'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useFacts, useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { InspectorSection } from '@typecase/ui/split-layout'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '@typecase/ui/format'

import '../facts.ts'
import { commentsPanel } from '../routes.ts'
import { describeSubject } from '../queries.ts'
import { CommentForm } from './comment-form.tsx'
import styles from './comments.module.css'
import { ThreadView, useAddComment } from './thread-view.tsx'
import { type Show, useThreads } from './use-threads.ts'

interface CommentsPanelProps {
  object: CmsObject
  objectType: ObjectType
}

/** The comments on the open object, with a form for another one. */
export default function CommentsPanel({ object, objectType }: CommentsPanelProps) {
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const people = usePeople(bucketSlug)
  const focus = useService(Focus)
  const [show, setShow] = useState<Show>('open')
  const [field, setField] = useState<string | null>(null)
  const [limit, setLimit] = useState(COMMENTS_PAGE_SIZE)
  const box = useRef<HTMLTextAreaElement>(null)
  const query = useThreads(bucketSlug, show, {
    object_id: object.id,
    metafield_id: field ?? undefined,
    limit,
  })
  const { data, isFetching } = query
  const { data: counts } = useApiQuery(countComments, {
    query: { slug: bucketSlug, object_id: object.id },
  })
  const add = useAddComment(bucketSlug, object.id)
  usePageHandle(commentsPanel, {
    write(metafieldID) {
      setField(metafieldID)
      setShow('open')
      focus.moveTo(box.current)
    },
  })
  useProvideFacts({ 'comments.isShown': true })

  // Focuses the thread that an e-mail links to, once it is rendered.
  const isThere = data !== undefined
  useEffect(() => {
    const linkedId = /^#comment-[0-9a-f]{24}$/.exec(location.hash)?.[0].slice(1)
    const thread = linkedId === undefined ? null : document.querySelector(`[id="${linkedId}"]`)
    if (isThere && thread) focus.moveTo(thread)
  }, [isThere, focus])

  const about = describeSubject(objectType, field)
  return (
    <InspectorSection title="Comments" detail={counts?.open || undefined}>
      <div className={styles.filters}>
        <SegmentedControl
          aria-label="Which comments"
          segments={[
            { id: 'open', label: 'Open', detail: counts?.open || undefined },
            { id: 'mine', label: 'For me', detail: counts?.unread || undefined },
            { id: 'resolved', label: 'Resolved', detail: counts?.resolved || undefined },
          ]}
          value={show}
          onChange={setShow}
        />
        {field === null ? null : (
          <Button icon="x" variant="quiet" onPress={() => setField(null)}>
            {`On ${about}`}
          </Button>
        )}
      </div>
      <QueryView isSmall query={query} what="comments">
        {(page) =>
          page.total === 0 ? (
            <p className={styles.note}>{nothing[show]}</p>
          ) : (
            <div role="feed" aria-label="Comments" aria-busy={isFetching} className={styles.feed}>
              {page.comments.map((thread, index) => (
                <ThreadView
                  key={thread.id}
                  {...{ thread, bucketSlug, people }}
                  type={objectType}
                  index={index + 1}
                  total={page.total}
                />
              ))}
            </div>
          )
        }
      </QueryView>
      {data && data.total > data.comments.length ? (
        <Button
          variant="quiet"
          isPending={isFetching}
          onPress={() => setLimit(limit + COMMENTS_PAGE_SIZE)}
        >
          {`Show more of ${formatNumber(data.total)}`}
        </Button>
      ) : null}
      <CommentForm
        bucketSlug={bucketSlug}
        name={`${object.id}.${field ?? 'object'}`}
        label="Write a comment"
        action="Comment"
        boxRef={box}
        onSend={(draft) => add(draft, { metafield_id: field })}
      />
    </InspectorSection>
  )
}

const nothing: Record<Show, string> = {
  open: 'No comments yet. Use @ to mention someone.',
  mine: 'No open comment here mentions you.',
  resolved: 'No resolved threads yet.',
}
